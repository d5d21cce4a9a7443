import type { DocumentReading } from '../../document-reader.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { decodeText } from '../../markup/decode/decode-text.js';
import { adoptPage } from '../../tree/adopt-page.js';
import { htmlOfMime } from '../../containers/mime/html-of-mime.js';
import { writeRtf } from '../rtf/read-rtf.js';

const ARCHIVE = 'PK\x03\x04';
const MIME_HEADER = /^\s*(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?(?:MIME-Version|Content-Type)\s*:/i;
const HEAD_CHARS = 2_000;
const HTML = { charset: null, declaration: 'html' } as const;

/**
 * Writes a document that is inserted by reference (`w:altChunk`): HTML alone or as a web archive, RTF, plain text, or
 * another text document.
 * @see ECMA-376, part 1, 17.17.2.1
 */
export function writeChunk(
  files: OfficePackage,
  part: string,
  element: XmlElement,
  reading: DocumentReading,
  writeDocx: (bytes: Uint8Array) => boolean,
): void {
  const relation = files.relationsOf(part).get(element.attr('r:id') ?? '');
  const bytes = relation && !relation.isExternal ? files.bytes(relation.target) : null;
  const isWritten = bytes !== null && writeBytes(bytes, reading, writeDocx);
  if (!isWritten)
    reading.warn(`An inserted document could not be read: ${relation?.target ?? 'its part is missing'}`);
}

function writeBytes(
  bytes: Uint8Array,
  reading: DocumentReading,
  writeDocx: (bytes: Uint8Array) => boolean,
): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_CHARS)).toString('latin1');
  if (head.startsWith(ARCHIVE)) return writeDocx(bytes);
  if (head.trimStart().startsWith('{\\rtf')) {
    writeRtf(bytes, reading);
    return true;
  }
  const html = MIME_HEADER.test(head) ? htmlOfMime(bytes) : decodeText(bytes, HTML).text;
  if (html === null) return false;
  if (/<[a-z!?]/i.test(html)) adoptPage(reading, html);
  else for (const line of html.split(/\r?\n/)) if (line.trim() !== '') reading.tree.element('p', line);
  return true;
}
