import type { PictureFile } from '../settings.js';
import { DamagedDocumentError, EncryptedDocumentError } from '../errors.js';
import { BudgetSpentError, type DocumentBudget } from '../document-budget.js';
import { Archive } from '../containers/zip/archive.js';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
};
/** Thumbnails of the first page. */
const THUMBNAIL = /(?:^|\/)thumbnails?[/.]/;
/** Maximum number and total size in bytes of the pictures, which are passed between threads. */
const MAX_FILES = 100;
const MAX_BYTES = 32 * 1024 * 1024;

/** Pictures of an archive-based document in natural order of their names: `image2` before `image10`. */
export function pictureFiles(bytes: Uint8Array, budget: DocumentBudget): PictureFile[] {
  const archive = new Archive(bytes, budget);
  const names = archive.names
    .filter((name) => typeOf(name) !== undefined && !THUMBNAIL.test(name))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .slice(0, MAX_FILES);
  const files: PictureFile[] = [];
  let left = MAX_BYTES;
  for (const name of names) {
    const file = read(archive, name);
    if (!file || file.length > left) continue;
    left -= file.length;
    files.push({ mediaType: typeOf(name)!, bytes: new Uint8Array(file) });
  }
  return files;
}

function typeOf(name: string): string | undefined {
  return MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)];
}

/** The bytes of a file; null if it cannot be read, so that the others still are. */
function read(archive: Archive, name: string): Uint8Array | null {
  try {
    return archive.read(name);
  } catch (error) {
    const isExpected =
      error instanceof DamagedDocumentError ||
      error instanceof EncryptedDocumentError ||
      error instanceof BudgetSpentError;
    if (!isExpected) throw error;
    return null;
  }
}
