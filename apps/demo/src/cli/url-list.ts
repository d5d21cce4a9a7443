import { UsageError } from './command';

/** Longer lines are no addresses. */
const MAX_LINE_CHARS = 10_000;
const COMMENT = /^(?:#|\/\/|;)/;
const BULLET = /^(?:[-*+•]|\d{1,6}[.)])\s+/;
const HTTP = /^https?:\/\/[^\s<>"]+$/i;
const BARE = /^(?:[a-z0-9_](?:[\w-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}\.?(?::\d{1,5})?(?:[/?#]\S*)?$/i;
/** Names of files look like domains. */
const FILE = /^[^/]+\.(?:html?|pdf|docx?|xlsx?|pptx?|md|txt|csv|json|xml|js|ts|py|css|png|jpe?g)$/i;
const LONGEST_LABEL_WORDS = 8;
const LEAST_SHARE = 0.5;

/**
 * Reads a list of addresses, one a line, with or without a scheme, a bullet, a label before or behind it, and comments (`#`).
 *
 * @returns null for another text, or a file that is no text
 * @throws UsageError that names the first line without an address
 */
export function readUrlList(bytes: Buffer): readonly string[] | null {
  if (bytes.subarray(0, 1024).includes(0)) return null;
  const lines = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/);
  const entries = lines
    .map((line, at) => ({ number: at + 1, text: line.trim() }))
    .filter(({ text }) => text !== '' && !COMMENT.test(text))
    .map((entry) => ({ ...entry, url: addressIn(entry.text) }));
  const found = entries.flatMap(({ url }) => url ?? []);
  const isList = entries[0]?.url != null && found.length >= LEAST_SHARE * entries.length;
  if (!isList) return null;
  const bad = entries.find(({ url }) => url === null);
  if (bad)
    throw new UsageError(
      `line ${bad.number} of the standard input is no address: ${JSON.stringify(bad.text.slice(0, 80))}`,
    );
  return found;
}

/** The address of a line; null for a line with none, several, or a sentence around it. */
function addressIn(line: string): string | null {
  if (line.length > MAX_LINE_CHARS || line.includes('](') || /^[<{[]/.test(line)) return null;
  const words = line
    .replace(BULLET, '')
    .replace(/\s#.*$/, '')
    .split(/[\s,;|]+/)
    .filter((word) => word !== '');
  const urls = words.filter((word) => HTTP.test(word));
  const [url, ...others] = urls.length > 0 ? urls : words.filter(isBare);
  const isLabelled = words.length - 1 <= LONGEST_LABEL_WORDS && (words[0] === url || words.at(-1) === url);
  if (url === undefined || others.length > 0 || !isLabelled) return null;
  return words.some((word) => word !== url && /[.!?]$/.test(word)) ? null : url;
}

const isBare = (word: string): boolean => BARE.test(word) && !FILE.test(word);
