import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

/** The bytes of a file, or of an unpacked book as an archive. */
export function bytesOf(path) {
  return statSync(path).isDirectory()
    ? zipSync(partsIn(path), { level: 0 })
    : new Uint8Array(readFileSync(path));
}

function partsIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), new Uint8Array(readFileSync(path))];
    }),
  );
}
