import { encodingOf } from './encodings.js';

/**
 * White space in the head of a page. @see
 * https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
const BLANK = /[\t\n\f\r ]/;

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly end: number;
}

/**
 * Finds the encoding declared by a page: `<meta charset>`, `<meta http-equiv>` or an XML declaration.
 *
 * @param head first bytes of the page, one character per byte
 * @see https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding
 */
export function prescanEncoding(head: string): string | null {
  return scanMeta(head) ?? scanXmlDeclaration(head);
}

/** @see https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing */
export function scanXmlDeclaration(head: string): string | null {
  if (!head.startsWith('<?xml')) return null;
  const declaration = head.slice(0, Math.max(0, head.indexOf('>')));
  const found = /\bencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(declaration);
  return found ? asMetaEncoding(found[1] ?? found[2] ?? '') : null;
}

function scanMeta(head: string): string | null {
  let at = head.indexOf('<');
  while (at >= 0) {
    const rest = head.slice(at, at + 6).toLowerCase();
    if (rest.startsWith('<!--')) {
      at = endOf(head, '-->', at + 2);
    } else if (/^<meta[\t\n\f\r /]/.test(rest)) {
      const { encoding, end } = readMeta(head, at + 5);
      if (encoding !== null) return encoding;
      at = end;
    } else if (/^<\/?[a-z]/.test(rest)) {
      at = skipTag(head, at);
    } else if (/^<[!/?]/.test(rest)) {
      at = endOf(head, '>', at);
    } else {
      at++;
    }
    at = at < 0 ? -1 : head.indexOf('<', at);
  }
  return null;
}

/** Position after `mark`; -1 if it does not occur in the head. */
function endOf(head: string, mark: string, from: number): number {
  const found = head.indexOf(mark, from);
  return found < 0 ? -1 : found + mark.length;
}

function skipTag(head: string, from: number): number {
  let at = from;
  while (at < head.length && !BLANK.test(head[at]!) && head[at] !== '>') at++;
  for (let attribute = readAttribute(head, at); attribute; attribute = readAttribute(head, at))
    at = attribute.end;
  return at;
}

function readMeta(head: string, from: number): { encoding: string | null; end: number } {
  const seen = new Map<string, string>();
  let end = from;
  for (let attribute = readAttribute(head, end); attribute; attribute = readAttribute(head, end)) {
    if (!seen.has(attribute.name)) seen.set(attribute.name, attribute.value);
    end = attribute.end;
  }
  // The name of an encoding may be cut where the head ends.
  const isWhole = head[skipSeparators(head, end)] === '>';
  return { encoding: isWhole ? encodingOfMeta(seen) : null, end };
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return asMetaEncoding(charset);
  const isPragma = attributes.get('http-equiv') === 'content-type';
  const found = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/.exec(attributes.get('content') ?? '');
  return isPragma && found ? asMetaEncoding(found[1] ?? found[2] ?? found[3] ?? '') : null;
}

/** A declaration readable as ASCII cannot be in UTF-16. */
function asMetaEncoding(label: string): string | null {
  const encoding = encodingOf(label);
  if (encoding?.startsWith('utf-16')) return 'utf-8';
  return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
}

/** Reads an attribute with lower-case name and value; null at the end of the tag. */
function readAttribute(head: string, from: number): Attribute | null {
  let at = skipSeparators(head, from);
  if (at >= head.length || head[at] === '>') return null;
  const nameStart = at;
  while (at < head.length && !/[\t\n\f\r />]/.test(head[at]!) && (head[at] !== '=' || at === nameStart)) at++;
  const name = head.slice(nameStart, at).toLowerCase();
  const equals = skipBlanks(head, at);
  if (head[equals] !== '=') return { name, value: '', end: at };
  return readValue(head, name, skipBlanks(head, equals + 1));
}

function readValue(head: string, name: string, from: number): Attribute {
  const quote = head[from];
  if (quote === '"' || quote === "'") {
    const close = head.indexOf(quote, from + 1);
    const end = close < 0 ? head.length : close;
    return { name, value: head.slice(from + 1, end).toLowerCase(), end: end + 1 };
  }
  let end = from;
  while (end < head.length && !BLANK.test(head[end]!) && head[end] !== '>') end++;
  return { name, value: head.slice(from, end).toLowerCase(), end };
}

/** Skips what may stand between the attributes of a tag. */
function skipSeparators(head: string, from: number): number {
  let at = from;
  while (at < head.length && (BLANK.test(head[at]!) || head[at] === '/')) at++;
  return at;
}

function skipBlanks(head: string, from: number): number {
  let at = from;
  while (at < head.length && BLANK.test(head[at]!)) at++;
  return at;
}
