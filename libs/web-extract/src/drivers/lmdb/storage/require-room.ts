import { statfsSync } from 'node:fs';

/** Bytes of the disk that writes leave free. Removals, keys and crawls find room for longer than pages do. */
export const SPARE_BYTES = {
  crawls: 256 * 1024,
  keys: 512 * 1024,
  removals: 512 * 1024,
  pages: 8 * 1024 * 1024,
} as const;

/**
 * Checks that a disk has room for a write. LMDB (lmdb 3.5) may damage the memory of the process when the disk is full: the message
 * that it writes then can be longer than its buffer.
 *
 * @throws Error with the code ENOSPC
 */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  const message = `ENOSPC: fewer than ${bytes} bytes of the disk are free, write to ${folder}`;
  throw Object.assign(new Error(message), { code: 'ENOSPC' });
}
