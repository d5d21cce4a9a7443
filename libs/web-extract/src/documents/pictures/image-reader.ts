import type { DocumentSettings } from '../../model/page/document.js';
import type { DocumentReader } from '../document-reader.js';

/** Images that recognisers read. */
const IMAGES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/tiff',
  'image/webp',
]);

/** Whether a file is an image that a recogniser is to be asked about, or was. */
export function isReadableImage(mediaType: string, settings: DocumentSettings | undefined): boolean {
  if (!settings || !IMAGES.has(mediaType)) return false;
  return settings.findPictures || settings.recognized.length > 0;
}

/** Reads an image: a document of one page that is nothing but a picture. */
export function imageReader(mediaType: string): DocumentReader {
  return (bytes, reading) => {
    reading.facts.numPages = 1;
    reading.beginPage(1);
    reading.warn(...reading.pictures.filesFound([{ mediaType, bytes: new Uint8Array(bytes) }]));
  };
}
