import { readdirSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/**
 * Returns the paths of the open files of this process in a directory, sorted; empty on unsupported systems.
 */
export function filesOpenIn(directory: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(DESCRIPTORS)
    .map(targetOf)
    .filter((path) => path.startsWith(directory + sep))
    .sort();
}

/** Returns an empty string for a file that was closed in the meantime. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(join(DESCRIPTORS, descriptor));
  } catch {
    return '';
  }
}
