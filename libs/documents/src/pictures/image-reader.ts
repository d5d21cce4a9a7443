import type { DocumentSettings } from '../settings.js';
import type { DocumentReader } from '../document-reader.js';

/** Image types supported by recognizers. */
const IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'image/webp',
]);

/** True if the file is an image for which recognition is requested or done. */
export function isReadableImage(mediaType: string, settings: DocumentSettings | undefined): boolean {
  if (!settings || !IMAGES.has(mediaType)) return false;
  return settings.findPictures || settings.recognized.length > 0;
}

/** Reads an image as a document with one page that contains only a picture. */
export function imageReader(mediaType: string): DocumentReader {
  return (bytes, reading) => {
    reading.facts.numPages = 1;
    reading.beginPage(1);
    reading.warn(...reading.pictures.filesFound([{ mediaType, bytes: new Uint8Array(bytes) }]));
  };
}
