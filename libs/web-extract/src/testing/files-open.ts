import { readdirSync, readlinkSync } from 'node:fs';
import { join, sep } from 'node:path';

const DESCRIPTORS = '/proc/self/fd';

/** Paths of the files in a directory that this process holds open, in alphabetical order; none on systems that do not tell. */
export function filesOpenIn(directory: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync(DESCRIPTORS)
    .map(targetOf)
    .filter((path) => path.startsWith(directory + sep))
    .sort();
}

/** Empty for one that was closed meanwhile. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(join(DESCRIPTORS, descriptor));
  } catch {
    return '';
  }
}
