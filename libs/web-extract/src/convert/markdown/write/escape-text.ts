const INLINE_MARKS = /[\\`*_[\]<&~!(]/g;
const ENTITY = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;
const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/;
const WORD = /[\p{L}\p{N}]/u;
const TASK_BOX = /^\[[ xX]\](?=\s|$)/;
const AFTER_NOTE = /^[([:]/;
/** Start of a heading, list, quote, rule or underline; the group is the text before the backslash. */
const LINE_START =
  /^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|>|=+\s*$|-+\s*$|\|?[\s:|]*-[\s:|-]*$))/;

/** A run of text, and the characters printed before and after it. */
interface TextRun {
  readonly value: string;
  readonly before: string;
  readonly after: string;
  readonly atLineStart: boolean;
  readonly inLink: boolean;
  /** A line of the block began with a bracket: `]:` would define a link. */
  readonly inLabel?: boolean;
  /** A bracket at the beginning of a line is escaped: what follows can end a label and cannot be escaped. */
  readonly isNoLabel?: boolean;
  /** The mark of a note is before it: renderers without notes read a link or a definition. */
  readonly afterNote?: boolean;
}

/**
 * Escapes text for markdown that renders back to it. A backslash is written only where the character would be
 * markup. One scan: linear for any text.
 *
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export function escapeText(text: TextRun): string {
  const escaped = INLINE_MARKS.test(text.value) ? escapeInline(text) : text.value;
  INLINE_MARKS.lastIndex = 0;
  if (text.afterNote && AFTER_NOTE.test(escaped)) return `\\${escaped}`;
  if (text.atLineStart && text.isNoLabel && escaped.startsWith('[')) return `\\${escaped}`;
  return text.atLineStart ? escapeLineStart(escaped) : escaped;
}

function escapeLineStart(text: string): string {
  const match = LINE_START.exec(text);
  if (!match) return TASK_BOX.test(text) ? `\\${text}` : text;
  const kept = match[1] ?? '';
  return `${kept}\\${text.slice(kept.length)}`;
}

function escapeInline(text: TextRun): string {
  const { value } = text;
  const parts: string[] = [];
  let done = 0;
  const canStrike = value.indexOf('~') !== value.lastIndexOf('~');
  INLINE_MARKS.lastIndex = 0;
  for (let match = INLINE_MARKS.exec(value); match; match = INLINE_MARKS.exec(value)) {
    const at = match.index;
    if (!isMarkup(text, at, canStrike)) continue;
    parts.push(value.slice(done, at), '\\');
    done = at;
  }
  parts.push(value.slice(done));
  return parts.join('');
}

/** @param canStrike there are two tildes in the text: it is searched once for all of them */
function isMarkup(text: TextRun, at: number, canStrike: boolean): boolean {
  const { value } = text;
  const next = at + 1 < value.length ? value[at + 1]! : text.after;
  switch (value[at]) {
    case '`':
      return true;
    case '\\':
      return ASCII_PUNCTUATION.test(next);
    case '*':
      return isDelimiter(text, at, false);
    case '_':
      return isDelimiter(text, at, true);
    case '[':
      // behind "!" some renderers find the end of an image in code further on
      return text.inLink || next === '^' || (at > 0 ? value[at - 1] : text.before) === '!';
    case ']':
      return (
        text.inLink ||
        next === '(' ||
        next === '[' ||
        (next === ':' && (text.atLineStart || text.inLabel === true))
      );
    case '(':
      // some renderers take away the backslashes before brackets in links, then read their text again
      return text.inLink && (at > 0 ? value[at - 1] : text.before) === ']';
    case '<':
      return /[A-Za-z/!?]/.test(next);
    case '&':
      ENTITY.lastIndex = at;
      return ENTITY.test(value);
    case '~':
      return canStrike || next === '~' || (at === 0 && text.before === '~');
    default:
      // "!" makes an image of the link behind it.
      return at + 1 === value.length && text.after === '[';
  }
}

/** Stars and underscores between spaces are text, and so are underscores inside a word. */
function isDelimiter(text: TextRun, at: number, isUnderscore: boolean): boolean {
  const { value } = text;
  const mark = value[at]!;
  let first = at;
  let last = at;
  // A run counts as one mark; its length is bounded so that long rows of marks stay linear.
  while (first > 0 && value[first - 1] === mark && at - first < 3) first--;
  while (value[last + 1] === mark && last - at < 3) last++;
  const before = first > 0 ? value[first - 1]! : text.before;
  const after = last + 1 < value.length ? value[last + 1]! : text.after;
  if (before === ' ' && after === ' ') return first === 0 && text.atLineStart;
  return !(isUnderscore && WORD.test(before) && WORD.test(after));
}
