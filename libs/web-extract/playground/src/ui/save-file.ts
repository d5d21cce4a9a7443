/** Time for the browser to ask where to save a file. */
const REVOKED_AFTER_MS = 60_000;

/** Downloads a file that was made in the page. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKED_AFTER_MS);
}
