import type { DocumentFacts } from '../../document-reader.js';
import type { PdfDocument } from './pdfjs.js';

/** XMP equivalents of the information dictionary. */
const XMP = {
  title: 'dc:title',
  author: 'dc:creator',
  description: 'dc:description',
  language: 'dc:language',
} as const;

/** Fills in the document metadata. */
export async function readPdfFacts(document: PdfDocument, facts: DocumentFacts): Promise<void> {
  const { info, metadata } = await document.getMetadata();
  const stated = (key: string, xmp?: string) =>
    textOf(info[key]) ?? (xmp ? textOf(metadata?.get(xmp)) : null);
  facts.title = stated('Title', XMP.title);
  facts.author = stated('Author', XMP.author);
  facts.description = stated('Subject', XMP.description);
  facts.keywords = stated('Keywords');
  facts.language = stated('Language', XMP.language);
  facts.createdAt = dateOf(info['CreationDate']) ?? isoOf(metadata?.get('xmp:createdate'));
  facts.modifiedAt = dateOf(info['ModDate']) ?? isoOf(metadata?.get('xmp:modifydate'));
}

function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text.trim() !== '' ? text.replace(/\0/g, '').trim() : null;
}

const PDF_DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?|Z)?/;

/** Converts D:20261122031739+01'00' to ISO 8601, keeping the offset. @see ISO 32000-1, 7.9.4 */
function dateOf(value: unknown): string | null {
  const match = typeof value === 'string' ? PDF_DATE.exec(value) : null;
  if (!match) return null;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    offset,
    minutes = '00',
  ] = match;
  const zone = sign ? `${sign}${offset}:${minutes}` : 'Z';
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}

function isoOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && !Number.isNaN(Date.parse(text)) ? text : null;
}
