import type { PictureFile } from '../../model/page/document.js';
import { DocumentDamagedError, DocumentEncryptedError } from '../../model/errors.js';
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
/** Small pictures of the first page, which file managers show. */
const THUMBNAIL = /(?:^|\/)thumbnails?[/.]/;
/** They go from one thread to another: no more of them, and no more bytes. */
const MAX_FILES = 100;
const MAX_BYTES = 32 * 1024 * 1024;

/** The pictures in a document that is an archive, by their names: `image2` before `image10`. */
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

/** Null for one that cannot be read: the others can. */
function read(archive: Archive, name: string): Uint8Array | null {
  try {
    return archive.read(name);
  } catch (error) {
    const isExpected =
      error instanceof DocumentDamagedError ||
      error instanceof DocumentEncryptedError ||
      error instanceof BudgetSpentError;
    if (!isExpected) throw error;
    return null;
  }
}
