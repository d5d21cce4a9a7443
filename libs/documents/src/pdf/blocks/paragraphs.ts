import type { RegionItem } from '../tables/region-item.js';
import type { Block } from './block.js';
import { beginsCaption, beginsCaptionAnywhere } from './caption.js';
import { LINE_END_HYPHEN } from './document-style.js';
import { median } from '../lines/geometry.js';
import { endsWithLeader } from '../lines/leaders.js';
import { markerOf } from './list-marker.js';
import type { PageLayout } from '../page-layout.js';
import { shareOf, type TextLine } from '../lines/text-line.js';

/** Line spacing, relative to the usual one, above which a new paragraph begins. */
const PARAGRAPH_GAP = 1.22;
/** Maximum relative difference of font sizes within one paragraph. */
const SAME_SIZE = 0.045;
/** Indentation of first lines, in font sizes. */
const MIN_INDENT = 0.7;
const MAX_INDENT = 5;
/** Minimum share of monospaced or bold characters in a line of code or a bold line. */
const MOSTLY = 0.85;
/** The sentence before an indented first line is complete. */
const SENTENCE_END = /[.!?:;…。！？][\p{P}\p{S}\s\d]*$/u;
/** Characters at the end of a line that show this: a line of marks would take quadratic time. */
const SENTENCE_END_CHARS = 200;
const SENTENCE_MARKS = /^[.,;:!?)\]…]+$/;
/** Begin of an option in a form. */
const CHOICE = /^[☐☑☒✔✘]\s/u;
const BULLET = /^[•◦▪▫■□●○◆◇–—-]$/u;
/** Maximum spacing of code lines with a blank line between them, relative to the usual one. */
const CODE_GAP = 2.6;
/** Default line spacing in font sizes, if only one line is available. */
const USUAL_PITCH = 1.22;

/** Splits the lines of a page into tables and paragraphs, with headings still among the latter. */
export function toBlocks(page: PageLayout, furniture: ReadonlySet<TextLine>): Block[] {
  return page.regions.flatMap((region) => regionBlocks(region, page, furniture));
}

function regionBlocks(
  region: readonly RegionItem[],
  page: PageLayout,
  furniture: ReadonlySet<TextLine>,
): Block[] {
  const kept = region.filter((item) => 'table' in item || !furniture.has(item.line));
  const lines = kept.flatMap((item) => ('line' in item ? [item.line] : []));
  const pitches = new Pitches(lines);
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const blocks: Block[] = [];
  let run: TextLine[] = [];
  const flush = () => {
    for (const own of splitRun(run)) {
      blocks.push({
        kind: own.every(isCode) ? 'code' : 'paragraph',
        lines: own,
        page: page.number,
        left,
        right,
      });
    }
    run = [];
  };
  for (const item of kept) {
    if ('table' in item) {
      flush();
      blocks.push({ kind: 'table', table: item.table, page: page.number });
      continue;
    }
    const last = run.at(-1);
    if (last && isParted(last, item.line, pitches)) flush();
    run.push(item.line);
  }
  flush();
  return blocks;
}

/** Usual line spacing by font size. */
class Pitches {
  private readonly bySize = new Map<number, number>();

  constructor(lines: readonly TextLine[]) {
    const distances = new Map<number, number[]>();
    for (let i = 1; i < lines.length; i++) {
      const [above, line] = [lines[i - 1]!, lines[i]!];
      const distance = line.baseline - above.baseline;
      if (!isSameSize(above, line) || distance <= 0.5 * line.size || distance > 2.2 * line.size) continue;
      const key = Math.round(line.size);
      distances.set(key, [...(distances.get(key) ?? []), distance]);
    }
    for (const [size, own] of distances) this.bySize.set(size, lowerMedian(own));
  }

  of(line: TextLine): number {
    return this.bySize.get(Math.round(line.size)) ?? USUAL_PITCH * line.size;
  }
}

/** Short texts have as many distances between paragraphs as within them; the smaller ones are within. */
function lowerMedian(values: readonly number[]): number {
  const middle = median(values);
  const smallest = Math.min(...values);
  return values.length < 6 && middle > 1.15 * smallest ? smallest : middle;
}

function isSameSize(a: TextLine, b: TextLine): boolean {
  return Math.abs(a.size - b.size) <= SAME_SIZE * Math.max(a.size, b.size);
}

/** True if the lines are visibly separated by a gap, another font size or another typeface. */
function isParted(above: TextLine, line: TextLine, pitches: Pitches): boolean {
  if (!isSameSize(above, line)) return true;
  const distance = line.baseline - above.baseline;
  const isCodeBoth = isCode(above) && isCode(line);
  if (distance < -0.5 * line.size) return true;
  if (distance > (isCodeBoth ? CODE_GAP : PARAGRAPH_GAP) * pitches.of(line)) return true;
  return isCode(above) !== isCode(line) || (isBold(above) !== isBold(line) && !isBoldAcross(above, line));
}

export function isCode({ words }: TextLine): boolean {
  const last = words.at(-1);
  // a list item: code has no bullets, and none in another font
  if (words.length > 1 && !words[0]!.style.isMonospaced && BULLET.test(words[0]!.text)) return false;
  // the end of a sentence about code: its punctuation is set in the font of the sentence
  if (last?.isGlued && !last.style.isMonospaced && SENTENCE_MARKS.test(last.text)) return false;
  return shareOf(words, ({ style }) => style.isMonospaced) >= MOSTLY;
}

export function isBold({ words }: TextLine): boolean {
  return shareOf(words, ({ style }) => style.isBold) >= MOSTLY;
}

/** True if both words at the line break are bold or both are not: the change of weight is then within a paragraph. */
function isBoldAcross(above: TextLine, line: TextLine): boolean {
  return Boolean(above.words.at(-1)?.style.isBold) === Boolean(line.words[0]?.style.isBold);
}

/** Splits adjacent lines at paragraph ends. */
function splitRun(run: readonly TextLine[]): TextLine[][] {
  if (run.length === 0) return [];
  if (isCode(run[0]!)) return [[...run]];
  const right = Math.max(...run.map((line) => line.right));
  const left = Math.min(...run.map((line) => line.left));
  const parts: TextLine[][] = [];
  for (const [i, line] of run.entries()) {
    const part = parts.at(-1);
    if (!part || begins(line, part, run[i + 1] ?? null, { left, right })) parts.push([line]);
    else part.push(line);
  }
  return parts;
}

function begins(
  line: TextLine,
  part: readonly TextLine[],
  next: TextLine | null,
  bounds: { readonly left: number; readonly right: number },
): boolean {
  const above = part.at(-1)!;
  const { size } = line;
  if (endsWithLeader(above.text) || CHOICE.test(line.text)) return true;
  if (isCutWord(above, line)) return false;
  if (beginsCaptionAnywhere(line.text) || (beginsCaption(line.text) && endsSentence(above))) return true;
  if (markerOf(line.text) && (endsEarly(above, line, bounds.right) || isMarkedLike(line, part))) return true;
  if (isCentred(above, bounds) && isCentred(line, bounds)) return false;
  if (line.isRightToLeft) return false;
  if (endsEarly(above, line, bounds.right)) return true;
  const step = line.left - above.left;
  const isIndented = step > MIN_INDENT * size && step < MAX_INDENT * size;
  const returns = !next || next.left < line.left - 0.5 * MIN_INDENT * size;
  if (isIndented && returns && endsSentence(above) && !(part.length === 1 && isHanging(part, line)))
    return true;
  return step < -MIN_INDENT * size && part.length > 1 && Math.abs(part[0]!.left - line.left) < 0.3 * size;
}

const endsSentence = ({ text }: TextLine): boolean => SENTENCE_END.test(text.slice(-SENTENCE_END_CHARS));

/** True if the line begins with the rest of a hyphenated word. */
function isCutWord(above: TextLine, line: TextLine): boolean {
  return LINE_END_HYPHEN.test(above.text) && /^\p{Ll}/u.test(line.text);
}

/** True if the first word of the line would have fit at the end of the previous one. */
function endsEarly(above: TextLine, line: TextLine, right: number): boolean {
  const [first] = line.words;
  if (!first) return false;
  const room = line.isRightToLeft ? 0 : right - above.right;
  return room > first.right - first.left + 0.5 * line.size;
}

function isMarkedLike(line: TextLine, part: readonly TextLine[]): boolean {
  const first = part[0]!;
  const own = markerOf(line.text)!;
  const other = markerOf(first.text);
  if (!other) return !own.isOrdered && own.form !== '–' && own.form !== '-' && own.form !== '—';
  const step = line.left - first.left;
  return (
    other.form === own.form ||
    Math.abs(step) < 0.3 * line.size ||
    step < -MIN_INDENT * line.size ||
    (!own.isOrdered && step > MIN_INDENT * line.size)
  );
}

function isHanging(part: readonly TextLine[], line: TextLine): boolean {
  const marker = markerOf(part[0]!.text);
  return marker !== null && line.left > part[0]!.left;
}

function isCentred(
  { left, right, size }: TextLine,
  bounds: { readonly left: number; readonly right: number },
): boolean {
  const before = left - bounds.left;
  const after = bounds.right - right;
  return before > 2 * size && Math.abs(before - after) < 0.6 * size;
}
