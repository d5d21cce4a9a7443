import { hasRightToLeft, mirrored, mirrorsBrackets, runsRightToLeft, toReadingOrder } from './bidi.js';
import type { LinkAreas } from '../reading/links.js';
import type { TextPiece } from '../graphics/page-graphics.js';
import { lineOfWords, type TextLine, type TextStyle, type Word } from './text-line.js';
import { isKernedInto, MIN_SHIFT, SCRIPT_SIZE, toRows, type TextRow } from './text-rows.js';

/** Gap between pieces, in font sizes, above which a blank is assumed. */
const BLANK_GAP = 0.15;
/** Maximum overrun of text over its clip border, in font sizes. */
const BORDER_OVERRUN = 0.6;
/** Longer text next to larger text is a label, not an exponent. */
const MAX_SCRIPT_LETTERS = 12;

/** Ideographs and kana, which are written without blanks. */
const UNSPACED = /[\u3001-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uFF00-\uFFEF]/;
/** Ideographs, kana and Korean syllables have the same width in every font. */
const ONE_WIDTH = /[\u1100-\u11FF\u3001-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFF00-\uFFEF]/;

/** Joins pieces, in any order, to lines from top to bottom. */
export function toLines(pieces: readonly TextPiece[], links: LinkAreas): TextLine[] {
  return toRows(pieces)
    .map((row) => toLine(row, links))
    .sort((a, b) => a.baseline - b.baseline || a.left - b.left);
}

function toLine(row: TextRow, links: LinkAreas): TextLine {
  const text = row.pieces.map((piece) => piece.text).join(' ');
  const words = withHyphens(hasRightToLeft(text) ? wordsByLetter(row, links) : wordsByPiece(row, links));
  return lineOfWords(words, {
    baseline: row.baseline,
    order: Math.min(...row.pieces.map(({ order }) => order)),
    isRightToLeft: runsRightToLeft(text),
    isArtifact: row.pieces.every(({ isArtifact }) => isArtifact),
  });
}

/** A soft hyphen is a hyphen unless it ends the line. */
function withHyphens(words: Word[]): Word[] {
  return words.map((word, at) => {
    if (!word.text.includes('\u00AD')) return word;
    const isLast = at === words.length - 1;
    return { ...word, text: word.text.replace(isLast ? /\u00AD(?!$)/g : /\u00AD/g, '-') };
  });
}

/** A character with the properties of its word. */
interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly piece: TextPiece;
}

/** Characters collected for a word. */
interface WordDraft {
  text: string;
  left: number;
  right: number;
  readonly size: number;
  readonly style: TextStyle;
  readonly isGlued: boolean;
  readonly markedContent: number | null;
  readonly isBehindBorder: boolean;
}

function wordsByPiece(row: TextRow, links: LinkAreas): Word[] {
  const words: Word[] = [];
  let last: TextPiece | null = null;
  for (const piece of row.pieces) {
    let isBehindBorder = last !== null && hasBorderBetween(last, piece);
    let isGlued = last !== null && !isBehindBorder && !isApart(last, piece);
    const areas = links.on(piece);
    if (areas.length === 0) {
      wordsOfPlain(piece, styleOf(piece, row, null), { isGlued, isBehindBorder }, words);
      last = piece;
      continue;
    }
    let draft: WordDraft | null = null;
    for (let i = 0; i < piece.text.length; i++) {
      const letter = piece.text[i]!;
      const left = piece.lefts[i]!;
      const right = piece.lefts[i + 1] ?? piece.right;
      if (letter === ' ') {
        draft = null;
        isGlued = false;
        continue;
      }
      const href = links.hrefAt(areas, (left + right) / 2);
      if (!draft || draft.style.href !== href) {
        const style = styleOf(piece, row, href);
        draft = { ...begin({ text: letter, left, right, piece }, isGlued, style), isBehindBorder };
        words.push(draft);
        isGlued = true;
        isBehindBorder = false;
      } else {
        draft.text += letter;
        draft.right = Math.max(draft.right, right);
      }
    }
    last = piece;
  }
  return words;
}

/** Adds the words of a piece without links, which only blanks separate. The flags are those of its first word. */
function wordsOfPlain(
  piece: TextPiece,
  style: TextStyle,
  first: { readonly isGlued: boolean; readonly isBehindBorder: boolean },
  words: Word[],
): void {
  const { text, lefts, size, markedContent } = piece;
  let { isGlued, isBehindBorder } = first;
  for (let from = 0; from < text.length;) {
    const blank = text.indexOf(' ', from);
    const end = blank < 0 ? text.length : blank;
    if (end > from) {
      let right = lefts[from + 1] ?? piece.right;
      for (let at = from + 2; at <= end; at++) right = Math.max(right, lefts[at] ?? piece.right);
      const own = text.slice(from, end);
      words.push({
        text: own,
        left: lefts[from]!,
        right,
        size,
        style,
        isGlued,
        markedContent,
        isBehindBorder,
      });
      isBehindBorder = false;
    }
    isGlued = false;
    from = end + 1;
  }
}

/** Converts lines with right-to-left text from visual into reading order first. */
function wordsByLetter(row: TextRow, links: LinkAreas): Word[] {
  const letters = toReadingOrder(withoutStrayMarks(lettersOf(row)));
  const text = letters.map((letter) => letter.text).join('');
  const turns = runsRightToLeft(text) && mirrorsBrackets(text);
  const words: Word[] = [];
  let draft: WordDraft | null = null;
  let last: Letter | null = null;
  for (const letter of letters) {
    if (letter.text === ' ') {
      draft = null;
      last = null;
      continue;
    }
    const gap = last ? Math.max(letter.left - last.right, last.left - letter.right) : Infinity;
    const isApart = gap > BLANK_GAP * letter.piece.size;
    const href = links.hrefAt(links.on(letter.piece), (letter.left + letter.right) / 2);
    const style = styleOf(letter.piece, row, href);
    const shown = turns ? mirrored(letter.text) : letter.text;
    if (!draft || isApart || !isSameStyle(draft.style, style)) {
      draft = begin({ ...letter, text: shown }, last !== null && !isApart, style);
      words.push(draft);
    } else {
      draft.text += shown;
      draft.left = Math.min(draft.left, letter.left);
      draft.right = Math.max(draft.right, letter.right);
    }
    last = letter;
  }
  return words;
}

function lettersOf(row: TextRow): Letter[] {
  const letters: Letter[] = [];
  for (const piece of row.pieces) {
    if (piece.hasBlankBefore && letters.length > 0) {
      letters.push({ text: ' ', left: piece.left - 0.01, right: piece.left, piece });
    }
    const step = (piece.right - piece.left) / Math.max(1, piece.text.length);
    for (let i = 0; i < piece.text.length; i++) {
      const left = piece.lefts[i]!;
      const next = piece.lefts[i + 1] ?? piece.right;
      letters.push({ text: piece.text[i]!, left, right: next > left ? next : left + step, piece });
    }
  }
  return letters.sort((a, b) => a.left - b.left);
}

const MARK = /^\p{Mn}$/u;

/** Assigns vowel signs and other combining marks to the letters they are printed over. */
function withoutStrayMarks(letters: readonly Letter[]): Letter[] {
  if (!letters.some(({ text }) => MARK.test(text))) return [...letters];
  const bases = letters.filter(({ text }) => !MARK.test(text));
  const marks = new Map<Letter, string>();
  for (const mark of letters) {
    if (!MARK.test(mark.text)) continue;
    const middle = (mark.left + mark.right) / 2;
    const isOver = ({ left, right, text }: Letter) =>
      middle >= left - 0.5 && middle <= right + 0.5 && text !== ' ';
    const base = bases.find(isOver) ?? bases.at(-1);
    if (base) marks.set(base, (marks.get(base) ?? '') + mark.text);
  }
  return bases.map((base) => ({ ...base, text: base.text + (marks.get(base) ?? '') }));
}

function begin({ text, left, right, piece }: Letter, isGlued: boolean, style: TextStyle): WordDraft {
  const { size, markedContent } = piece;
  return { text, left, right, size, style, isGlued, markedContent, isBehindBorder: false };
}

/** True if a clip border of one of the pieces is between them. */
function hasBorderBetween(last: TextPiece, piece: TextPiece): boolean {
  if (last.clip === piece.clip) return false;
  const size = Math.min(last.size, piece.size);
  const isBorder = (x: number | undefined) =>
    x !== undefined && x > last.right - BORDER_OVERRUN * size && x < piece.left + BORDER_OVERRUN * size;
  return isBorder(last.clip?.right) || isBorder(piece.clip?.left);
}

/** True if there is a blank between two consecutive pieces on a line. */
function isApart(last: TextPiece, piece: TextPiece): boolean {
  const gap = piece.left - last.right;
  const size = Math.min(last.size, piece.size);
  if (gap < 0.6 * size && UNSPACED.test(last.text.at(-1)!) && UNSPACED.test(piece.text[0]!)) return false;
  if (gap > BLANK_GAP * size) return true;
  return piece.hasBlankBefore && gap > 0.05 * size && piece.order === last.order + 1;
}

const PLAIN: TextStyle = { isBold: false, isItalic: false, isMonospaced: false, script: null, href: null };

function styleOf(piece: TextPiece, row: TextRow, href: string | null): TextStyle {
  const { font, text } = piece;
  const { isBold, isItalic } = font;
  const isMonospaced = font.isMonospaced && !ONE_WIDTH.test(text);
  const script = scriptOf(piece, row);
  if (!isBold && !isItalic && !isMonospaced && script === null && href === null) return PLAIN;
  return { isBold, isItalic, isMonospaced, script, href };
}

function scriptOf(piece: TextPiece, row: TextRow): 'super' | 'sub' | null {
  const shift = (row.baseline - piece.baseline) / row.size;
  const isSmall = piece.size <= SCRIPT_SIZE * row.size && piece.text.length <= MAX_SCRIPT_LETTERS;
  if (!isSmall || Math.abs(shift) < MIN_SHIFT || isKernedInto(piece, row)) return null;
  return shift > 0 ? 'super' : 'sub';
}

export function isSameStyle(a: TextStyle, b: TextStyle): boolean {
  return (
    a === b ||
    (a.isBold === b.isBold &&
      a.isItalic === b.isItalic &&
      a.isMonospaced === b.isMonospaced &&
      a.script === b.script &&
      a.href === b.href)
  );
}
