/** Message of whatever a method of the host has thrown; never throws itself. */
export function reasonOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'A value without a text was thrown'; // such as an object without a prototype
  }
}
