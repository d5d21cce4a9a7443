import { parseContentType } from './content-type.js';
import { detectUtf16 } from './detect-encoding.js';
import { isDocumentType, matchSignature, pdfMarkAt, RTF_START } from './signatures.js';

/**
 * What a response is, as far as the ways to convert it differ. A `document` is a PDF, or a container that office files and books
 * are written in.
 */
export type ContentKind = 'html' | 'xml' | 'json' | 'markdown' | 'csv' | 'text' | 'document' | 'binary';

export interface SniffedType {
  readonly kind: ContentKind;
  /** `type/subtype`, sniffed where the header is missing or cannot be right. */
  readonly mediaType: string;
  /** The charset parameter of the header. */
  readonly charset: string | null;
}

/** Bytes that decide; the length of the resource header in the standard. */
const HEAD_BYTES = 1445;

/** Control characters for each byte of the head above which it is no text: pages with a stray NUL stay pages. */
const MAX_CONTROL_SHARE = 0.02;

/** Larger bodies that begin like JSON and are not declared as such are taken as declared. */
const MAX_PARSED_JSON_BYTES = 1024 * 1024;

/** Header types by how their content is converted, the first match counts. */
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

/** How text begins. */
type Look = 'page' | 'fragment' | 'feed' | 'xml' | 'drawing' | 'json' | 'text';

interface Reading {
  readonly type: Omit<SniffedType, 'charset'>;
  /** Declarations that this look refutes: pages come as images and as JSON, feeds and JSON as pages. */
  readonly wins: readonly ContentKind[];
}

const READINGS: Readonly<Record<Look, Reading>> = {
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

/** First elements of XML that lists pages. */
const FEED_ROOTS: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf:rdf', 'urlset', 'sitemapindex', 'opml']);

/**
 * Decides what a response is from its Content-Type and its first bytes.
 *
 * Bytes that prove a binary file win over any header; a header is believed otherwise, except where it names no text
 * and the bytes are plainly a page (error pages under the address of an image, downloads that are pages).
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
  const late = lateMark(head, isText, declared);
  if (late) return { kind: 'document', mediaType: late };
  if (!isText) return { kind: 'binary', mediaType: binaryType(declared, essence) };
  const seen = READINGS[lookOf(head, body, declared)];
  return declared && !seen.wins.includes(declared) ? { kind: declared, mediaType: essence } : seen.type;
}

/** Documents with something in front of them. Text that only speaks of such a mark is text. */
function lateMark(head: string, isText: boolean, declared: ContentKind | null): string | null {
  if (RTF_START.test(head)) return 'application/rtf';
  const isPlain = isText && declared !== 'document' && (declared !== null || lookOfStart(head) !== 'text');
  return !isPlain && pdfMarkAt(head) >= 0 ? 'application/pdf' : null;
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
    return false; // a page or a text that begins with a bracket
  }
}

/**
 * Hardly a control character but white space, form feed and escape; UTF-16 is text although half of it may be NULs.
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
  if (root === 'html' || /^<!doctype html/i.test(start)) return 'page';
  if (root === 'svg') return 'drawing';
  if (FEED_ROOTS.has(root)) return 'feed';
  return start.startsWith('<?xml') ? 'xml' : 'fragment';
}

/** Name of the first element, declarations and comments passed over. */
function rootOf(start: string): string {
  const markup = start.replace(/<!--[^]*?(-->|$)|<[?!][^>]*>/g, '');
  return /<([a-z][\w:.-]*)/i.exec(markup)?.[1]?.toLowerCase() ?? '';
}
