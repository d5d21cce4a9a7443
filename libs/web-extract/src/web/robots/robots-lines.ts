/** Supported fields of robots.txt. */
type RobotsField = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay';

export interface RobotsLine {
  readonly field: RobotsField;
  /** Trimmed value without a comment. */
  readonly value: string;
  /** Line number, from 1. */
  readonly number: number;
}

/** Maximum size: RFC 9309 requires at least 500 KiB. The rest is ignored. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

/** Maximum line length: eight times the URL limit of legacy browsers. Longer lines are truncated. */
const MAX_LINE_BYTES = 16_664;

/** Field names including common misspellings. A Map, so that `constructor:` is not matched. */
const FIELDS: ReadonlyMap<string, RobotsField> = new Map<string, RobotsField>([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
]);

const LF = 10;
const CR = 13;

/** The supported lines of a robots.txt in order. Lines end with LF, CR or CRLF. */
export function* robotsLines(text: string): Generator<RobotsLine> {
  const body = withoutByteOrderMark(text);
  let start = 0;
  let number = 0;
  for (let at = 0; at <= body.length; at++) {
    const code = at === body.length ? LF : body.charCodeAt(at);
    if (code !== LF && code !== CR) continue;
    const endsBoth = code === LF && at > 0 && body.charCodeAt(at - 1) === CR; // CRLF is one line end
    if (!endsBoth) number++;
    const line = at > start ? parseLine(cut(body.slice(start, at)), number) : null;
    if (line) yield line;
    start = at + 1;
  }
}

/** A truncated byte order mark is decoded to replacement characters. At any other position it invalidates its line. */
function withoutByteOrderMark(text: string): string {
  return text.replace(/^(?:\uFEFF|\uFFFD{1,2})/, '');
}

function cut(line: string): string {
  if (line.length * 3 < MAX_LINE_BYTES) return line;
  return Buffer.from(line)
    .subarray(0, MAX_LINE_BYTES - 1)
    .toString();
}

function parseLine(line: string, number: number): RobotsLine | null {
  const comment = line.indexOf('#');
  const text = trimmed(comment < 0 ? line : line.slice(0, comment));
  const colon = text.indexOf(':');
  const [name, value] = colon < 0 ? twoWords(text) : [text.slice(0, colon), text.slice(colon + 1)];
  const field = FIELDS.get(trimmed(name).toLowerCase());
  return field ? { field, value: trimmed(value), number } : null;
}

/** A missing colon is tolerated behind "user agent", and if the line consists of exactly two words. */
function twoWords(text: string): [string, string] {
  const agent = /^user agent\s/i.exec(text)?.[0];
  if (agent !== undefined) return [agent, text.slice(agent.length)];
  const words = text.split(/\s+/, 3);
  return words.length === 2 ? [words[0] as string, words[1] as string] : ['', ''];
}

/** Trims ASCII white space only. `trim` would also remove a stray byte order mark, which must invalidate the line. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
