import { hasRightToLeft, mirrored, mirrorsBrackets, runsRightToLeft, toReadingOrder } from './bidi.js';
import { overlap } from './geometry.js';
import type { LinkAreas } from './links.js';
import type { TextPiece } from './page-ink.js';
import { lineOfWords, type TextLine, type TextStyle, type Word } from './text-line.js';

/** Pieces whose baselines differ by no more than this part of their size stand on one line. */
const SAME_BASELINE = 0.22;
/** A wider gap between pieces is a blank. */
const BLANK_GAP = 0.15;
/** Raised and lowered letters are at most this large beside those of their line. */
const SCRIPT_SIZE = 0.86;
/** ... and stand no higher or lower, in parts of the size of their line, and no further off. */
const MAX_RAISE = 0.75;
const MAX_DROP = 0.4;
const MIN_SHIFT = 0.08;
const SCRIPT_GAP = 0.45;
/** Longer text beside larger one is a label, not an exponent. */
const MAX_SCRIPT_LETTERS = 12;

/** Ideographs and kana: written without blanks. */
const UNSPACED = /[\u3001-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uFF00-\uFFEF]/;
/** Those and Korean syllables have one width in any font. */
const ONE_WIDTH = /[\u1100-\u11FF\u3001-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3\uFF00-\uFFEF]/;

/** Pieces that stand on one line. */
interface Row {
  pieces: TextPiece[];
  baseline: number;
  size: number;
  left: number;
  right: number;
}

/** Puts pieces, whose order is of no importance, together to lines from top to bottom. */
export function toLines(pieces: readonly TextPiece[], links: LinkAreas): TextLine[] {
  return mergeScripts(toRows(pieces))
    .map((row) => toLine(row, links))
    .sort((a, b) => a.baseline - b.baseline || a.left - b.left);
}

function toRows(pieces: readonly TextPiece[]): Row[] {
  const rows: Row[] = [];
  for (const piece of [...pieces].sort((a, b) => a.baseline - b.baseline || a.left - b.left)) {
    const row = findRow(rows, piece);
    if (!row) {
      const { baseline, size, left, right } = piece;
      rows.push({ pieces: [piece], baseline, size, left, right });
      continue;
    }
    row.pieces.push(piece);
    if (piece.size > row.size) [row.size, row.baseline] = [piece.size, piece.baseline];
    row.left = Math.min(row.left, piece.left);
    row.right = Math.max(row.right, piece.right);
  }
  return rows;
}

function findRow(rows: readonly Row[], piece: TextPiece): Row | null {
  for (let i = rows.length - 1; i >= 0; i--) {
    const row = rows[i]!;
    if (piece.baseline - row.baseline > 2 * Math.max(row.size, piece.size)) return null;
    const reach = SAME_BASELINE * Math.min(row.size, piece.size);
    if (Math.abs(piece.baseline - row.baseline) <= reach && !covers(row, piece)) return row;
  }
  return null;
}

/** The piece lies over letters of the row: it is another line, printed close to it. */
function covers({ pieces }: Row, piece: TextPiece): boolean {
  const width = piece.right - piece.left;
  return pieces.some(
    (other) => overlap(other.left, other.right, piece.left, piece.right) > 0.5 * width + 0.3 * piece.size,
  );
}

/** Takes raised and lowered letters into the lines they belong to. */
function mergeScripts(rows: readonly Row[]): Row[] {
  const kept: Row[] = [];
  const bySize = [...rows].sort((a, b) => b.size - a.size);
  for (const row of bySize) {
    const left: TextPiece[] = [];
    for (const piece of row.pieces) {
      const host = kept.find((candidate) => isScriptOf(piece, candidate));
      if (host) host.pieces.push(piece);
      else left.push(piece);
    }
    if (left.length > 0) kept.push({ ...row, pieces: left });
  }
  for (const row of kept) row.pieces.sort((a, b) => a.left - b.left || a.order - b.order);
  return kept;
}

function isScriptOf(piece: TextPiece, { pieces, baseline, size }: Row): boolean {
  if (piece.size > SCRIPT_SIZE * size) return false;
  const shift = baseline - piece.baseline;
  if (shift > MAX_RAISE * size || shift < -MAX_DROP * size || Math.abs(shift) < MIN_SHIFT * size)
    return false;
  return pieces.some(({ left, right }) => {
    const gap = Math.max(piece.left - right, left - piece.right);
    return gap < SCRIPT_GAP * size && gap > -0.5 * size;
  });
}

function toLine(row: Row, links: LinkAreas): TextLine {
  const text = row.pieces.map((piece) => piece.text).join(' ');
  const words = hasRightToLeft(text) ? wordsByLetter(row, links) : wordsByPiece(row, links);
  return lineOfWords(words, {
    baseline: row.baseline,
    order: Math.min(...row.pieces.map(({ order }) => order)),
    isRightToLeft: runsRightToLeft(text),
    isArtifact: row.pieces.every(({ isArtifact }) => isArtifact),
  });
}

/** One letter with all that its word is made of. */
interface Letter {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly piece: TextPiece;
}

/** A run of letters that may become a word. */
interface WordDraft {
  text: string;
  left: number;
  right: number;
  readonly size: number;
  readonly style: TextStyle;
  readonly isGlued: boolean;
  readonly markedContent: number | null;
}

function wordsByPiece(row: Row, links: LinkAreas): Word[] {
  const words: Word[] = [];
  let last: TextPiece | null = null;
  for (const piece of row.pieces) {
    let isGlued = last !== null && !isApart(last, piece);
    const areas = links.on(piece);
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
      const href = areas.length === 0 ? null : links.hrefAt(areas, (left + right) / 2);
      if (!draft || draft.style.href !== href) {
        draft = begin({ text: letter, left, right, piece }, isGlued, styleOf(piece, row, href));
        words.push(draft);
        isGlued = true;
      } else {
        draft.text += letter;
        draft.right = Math.max(draft.right, right);
      }
    }
    last = piece;
  }
  return words;
}

/** Lines in which letters run to the left: what is seen from left to right is put into reading order first. */
function wordsByLetter(row: Row, links: LinkAreas): Word[] {
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

function lettersOf(row: Row): Letter[] {
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

/** Vowel signs and other marks are printed over a letter: each goes to the letter it lies over. */
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
  return { text, left, right, size: piece.size, style, isGlued, markedContent: piece.markedContent };
}

/** There is a blank between two pieces that follow each other on a line. */
function isApart(last: TextPiece, piece: TextPiece): boolean {
  const gap = piece.left - last.right;
  const size = Math.min(last.size, piece.size);
  if (gap < 0.6 * size && UNSPACED.test(last.text.at(-1)!) && UNSPACED.test(piece.text[0]!)) return false;
  if (gap > BLANK_GAP * size) return true;
  return piece.hasBlankBefore && gap > 0.05 * size && piece.order === last.order + 1;
}

const PLAIN: TextStyle = { isBold: false, isItalic: false, isMonospaced: false, script: null, href: null };

function styleOf({ font, size, baseline, text }: TextPiece, row: Row, href: string | null): TextStyle {
  const { isBold, isItalic } = font;
  const isMonospaced = font.isMonospaced && !ONE_WIDTH.test(text);
  const shift = (row.baseline - baseline) / row.size;
  const isSmall = size <= SCRIPT_SIZE * row.size && text.length <= MAX_SCRIPT_LETTERS;
  const script = !isSmall || Math.abs(shift) < MIN_SHIFT ? null : shift > 0 ? 'super' : 'sub';
  if (!isBold && !isItalic && !isMonospaced && script === null && href === null) return PLAIN;
  return { isBold, isItalic, isMonospaced, script, href };
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
