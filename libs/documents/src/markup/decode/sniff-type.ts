import { parseContentType } from './content-type.js';
import { detectUtf16 } from './detect-encoding.js';
import { FLAT_OPEN_DOCUMENT, isDocumentType, matchSignature, pdfMarkAt, RTF_START } from './signatures.js';

/**
 * Kind of a response, which determines its conversion. A `document` is a PDF, or a container format of office files and
 * e-books.
 */
export type ContentKind = 'html' | 'xml' | 'json' | 'markdown' | 'csv' | 'text' | 'document' | 'binary';

export interface SniffedType {
  readonly kind: ContentKind;
  /** `type/subtype`, sniffed if the header is missing or wrong. */
  readonly mediaType: string;
  /** Charset parameter of the header. */
  readonly charset: string | null;
}

/** Number of bytes examined; the length of the resource header in the standard. */
const HEAD_BYTES = 1445;

/** Maximum share of control characters in text: pages with a stray NUL are still pages. */
const MAX_CONTROL_SHARE = 0.02;

/** Maximum size of bodies that are parsed to verify undeclared JSON; for larger ones the header is used. */
const MAX_PARSED_JSON_BYTES = 1024 * 1024;

/** Declared types by kind, the first match wins. */
const DECLARED: readonly { readonly matches: RegExp; readonly kind: ContentKind }[] = [
  { matches: /^(text\/html|application\/xhtml\+xml|application\/vnd\.wap\.xhtml\+xml)$/, kind: 'html' },
  { matches: /^image\/svg\+xml$/, kind: 'binary' },
  { matches: /^(text|application)\/xml$|\+xml$|^application\/(rss|atom|rdf)$/, kind: 'xml' },
  {
    matches: /^(text|application)\/(x-)?json$|\+json$|^application\/(x-)?(ndjson|jsonlines|json-seq)$/,
    kind: 'json',
  },
  { matches: /^(text|application)\/(x-|vnd\.daringfireball\.)?markdown$/, kind: 'markdown' },
  { matches: /^(text|application)\/csv$|^text\/tab-separated-values$/, kind: 'csv' },
  { matches: /^application\/(x-)?pdf$/, kind: 'document' },
  { matches: /^text\//, kind: 'text' },
  {
    matches:
      /^application\/(x-)?(javascript|ecmascript|typescript|sh|yaml|toml|sql|latex|tex|httpd-php|subrip)$/,
    kind: 'text',
  },
  { matches: /^(image|audio|video|font|model|multipart)\//, kind: 'binary' },
];

/** Appearance of the first characters of a text. */
type Look = 'office' | 'page' | 'fragment' | 'feed' | 'xml' | 'drawing' | 'json' | 'text';

interface Reading {
  readonly type: Omit<SniffedType, 'charset'>;
  /**
   * Declared kinds that this appearance overrides: pages are often declared as images or JSON, feeds and JSON as pages.
   */
  readonly wins: readonly ContentKind[];
}

const READINGS: Readonly<Record<Look, Reading>> = {
  office: {
    type: { kind: 'document', mediaType: FLAT_OPEN_DOCUMENT },
    wins: ['html', 'xml', 'json', 'markdown', 'csv', 'text', 'binary', 'document'],
  },
  page: {
    type: { kind: 'html', mediaType: 'text/html' },
    wins: ['xml', 'json', 'csv', 'binary', 'document'],
  },
  fragment: { type: { kind: 'html', mediaType: 'text/html' }, wins: ['json', 'binary', 'document'] },
  feed: { type: { kind: 'xml', mediaType: 'application/xml' }, wins: ['html'] },
  xml: { type: { kind: 'xml', mediaType: 'application/xml' }, wins: [] },
  drawing: { type: { kind: 'binary', mediaType: 'image/svg+xml' }, wins: ['xml'] },
  json: { type: { kind: 'json', mediaType: 'application/json' }, wins: ['html'] },
  text: { type: { kind: 'text', mediaType: 'text/plain' }, wins: [] },
};

/** Root element of an OpenDocument in a single XML file. */
const OFFICE_ROOT = 'office:document';

/** Root elements of XML formats that list pages. */
const FEED_ROOTS: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf:rdf', 'urlset', 'sitemapindex', 'opml']);

/**
 * Determines the kind of a response from its Content-Type and its first bytes.
 *
 * Signatures of binary files override any header. Otherwise the header is used, unless it declares a non-text type and
 * the bytes are clearly a page (error pages at image URLs, downloads that are pages).
 * @see https://mimesniff.spec.whatwg.org/
 */
export function sniffType(body: Uint8Array, contentType: string | null): SniffedType {
  const { essence, charset } = parseContentType(contentType);
  const sniffed = sniff(body, essence);
  return { ...sniffed, charset };
}

function sniff(body: Uint8Array, essence: string): Omit<SniffedType, 'charset'> {
  const start = body.subarray(0, HEAD_BYTES);
  const head = Buffer.from(start).toString('latin1');
  const isText = looksLikeText(start);
  const proven = matchSignature(head, isText);
  if (proven) return { kind: isDocumentType(proven) ? 'document' : 'binary', mediaType: proven };
  const declared = DECLARED.find((rule) => rule.matches.test(essence))?.kind ?? null;
  const late = lateMark(head, isText, declared) ?? (isWrappedPdf(head, body) ? 'application/pdf' : null);
  if (late) return { kind: 'document', mediaType: late };
  if (!isText) return { kind: 'binary', mediaType: binaryType(declared, essence) };
  const seen = READINGS[lookOf(head, body, declared)];
  return declared && !seen.wins.includes(declared) ? { kind: declared, mediaType: essence } : seen.type;
}

/**
 * Detects documents with leading bytes before their signature. Text that only mentions such a signature remains text.
 */
function lateMark(head: string, isText: boolean, declared: ContentKind | null): string | null {
  if (RTF_START.test(head)) return 'application/rtf';
  const isPlain = isText && declared !== 'document' && (declared !== null || lookOfStart(head) !== 'text');
  return !isPlain && pdfMarkAt(head) >= 0 ? 'application/pdf' : null;
}

/** First object of a PDF, which follows its header. */
const PDF_OBJECT = /(?<!\d)\d{1,10}\s{1,4}\d{1,5}\s{1,4}obj\b/;
const PDF_END = /(?:%%EOF|startxref|endobj)/;
/** Number of bytes after the header, and before the end, in which a PDF is recognized. */
const PDF_HEAD_BYTES = 4096;
const PDF_TAIL_BYTES = 2048;

/** True for a PDF behind other content such as a piece of HTML; a page that only shows the begin of one ends as a page. */
function isWrappedPdf(head: string, body: Uint8Array): boolean {
  const at = pdfMarkAt(head);
  if (at < 0) return false;
  const text = (from: number, to: number) =>
    Buffer.from(body.subarray(Math.max(0, from), to)).toString('latin1');
  const tail = text(body.length - PDF_TAIL_BYTES, body.length);
  const end = tail.slice(tail.search(PDF_END));
  return (
    PDF_END.test(tail) &&
    !/<\/(?:html|body|pre|code)>/i.test(end) &&
    PDF_OBJECT.test(text(at, at + PDF_HEAD_BYTES))
  );
}

function binaryType(declared: ContentKind | null, essence: string): string {
  const saysText = declared !== null && declared !== 'binary' && declared !== 'document';
  return saysText || essence === '' ? 'application/octet-stream' : essence;
}

function isJson(body: Uint8Array): boolean {
  if (body.byteLength > MAX_PARSED_JSON_BYTES) return false;
  try {
    JSON.parse(new TextDecoder().decode(body));
    return true;
  } catch {
    return false; // a page or text that begins with a bracket
  }
}

/**
 * True if there are hardly any control characters except white space, form feed and escape; UTF-16 is text, although
 * half of its bytes may be NUL.
 * @see https://mimesniff.spec.whatwg.org/#binary-data-byte
 */
function looksLikeText(head: Uint8Array): boolean {
  const controls = head.reduce((count, byte) => count + (isControl(byte) ? 1 : 0), 0);
  if (controls <= MAX_CONTROL_SHARE * head.length) return true;
  return (
    (head[0] === 0xff && head[1] === 0xfe) ||
    (head[0] === 0xfe && head[1] === 0xff) ||
    detectUtf16(head) !== null
  );
}

const isControl = (byte: number) =>
  byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b) && byte !== 0x1b;

function lookOf(head: string, body: Uint8Array, declared: ContentKind | null): Look {
  const look = lookOfStart(head);
  return look === 'json' && declared !== 'json' && !isJson(body) ? 'text' : look;
}

function lookOfStart(head: string): Look {
  const start = head
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart();
  if (/^[[{]/.test(start)) return 'json';
  if (!/^<[a-z!/?]/i.test(start)) return 'text';
  const root = rootOf(start);
  if (root === OFFICE_ROOT) return 'office';
  if (root === 'html' || /^<!doctype html/i.test(start)) return 'page';
  if (root === 'svg') return 'drawing';
  if (FEED_ROOTS.has(root)) return 'feed';
  return start.startsWith('<?xml') ? 'xml' : 'fragment';
}

/** Name of the first element, after declarations and comments. */
function rootOf(start: string): string {
  const markup = start.replace(/<!--[^]*?(-->|$)|<[?!][^>]*>/g, '');
  return /<([a-z][\w:.-]*)/i.exec(markup)?.[1]?.toLowerCase() ?? '';
}
