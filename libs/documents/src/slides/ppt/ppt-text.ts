import type { DocumentBudget } from '../../document-budget.js';
import { Ppt, recordsIn, type PptRecord } from './ppt-records.js';

/** Kinds of texts. @see MS-PPT 2.13.33 */
export const TextType = {
  title: 0,
  body: 1,
  notes: 2,
  other: 4,
  centerBody: 5,
  centerTitle: 6,
  half: 7,
  quarter: 8,
} as const;

/** A paragraph of a text. */
export interface PptParagraph {
  readonly text: string;
  /** Depth of its indentation, from 0. */
  readonly level: number;
  /** Null if the file leaves it to the master. */
  readonly hasBullet: boolean | null;
}

export interface PptText {
  readonly type: number;
  readonly paragraphs: readonly PptParagraph[];
}

/** Texts between `start` and `end`, each with its header, its letters and its formatting. */
export function readTexts(
  view: DataView,
  range: Pick<PptRecord, 'start' | 'end'>,
  budget: DocumentBudget,
): PptText[] {
  const texts: { type: number; letters: string; style: PptRecord | null }[] = [];
  for (const record of recordsIn(view, range, budget)) {
    const last = texts.at(-1);
    if (record.type === Ppt.textHeader)
      texts.push({ type: view.getUint32(record.start, true), letters: '', style: null });
    else if (record.type === Ppt.textChars && last) last.letters = lettersOf(view, record, 'utf16le', budget);
    else if (record.type === Ppt.textBytes && last) last.letters = lettersOf(view, record, 'latin1', budget);
    else if (record.type === Ppt.textStyle && last) last.style = record;
  }
  return texts.map(({ type, letters, style }) => ({ type, paragraphs: paragraphsOf(view, letters, style) }));
}

function lettersOf(
  view: DataView,
  { start, end }: PptRecord,
  encoding: 'utf16le' | 'latin1',
  budget: DocumentBudget,
): string {
  budget.work((end - start) / 64);
  return Buffer.from(view.buffer, view.byteOffset + start, end - start).toString(encoding);
}

function paragraphsOf(view: DataView, letters: string, style: PptRecord | null): PptParagraph[] {
  const formats = style ? paragraphFormats(view, style, letters.length + 1) : [];
  let at = 0;
  let next = 0;
  return letters.split('\r').map((text) => {
    while (next < formats.length && formats[next]!.end <= at) next++;
    const format = formats[next];
    at += text.length + 1;
    return { text, level: format?.level ?? 0, hasBullet: format?.hasBullet ?? null };
  });
}

interface ParagraphFormat {
  /** Position behind the last letter. */
  readonly end: number;
  readonly level: number;
  readonly hasBullet: boolean | null;
}

/** Optional properties in the order in which they are stored: bits of the mask and number of bytes. */
const PROPERTIES: readonly (readonly [mask: number, bytes: number])[] = [
  [0x000f, 2],
  [0x0080, 2],
  [0x0010, 2],
  [0x0040, 2],
  [0x0020, 4],
  [0x0800, 2],
  [0x1000, 2],
  [0x2000, 2],
  [0x4000, 2],
  [0x0100, 2],
  [0x0400, 2],
  [0x8000, 2],
];
const TAB_STOPS = 0x100000;
const REST: readonly (readonly [mask: number, bytes: number])[] = [
  [0x010000, 2],
  [0x0e0000, 2],
  [0x200000, 2],
];
const HAS_BULLET = 1;
const MAX_LEVEL = 4;
const MAX_FORMATS = 10_000;

/** @see MS-PPT 2.9.20 */
function paragraphFormats(view: DataView, { start, end }: PptRecord, letters: number): ParagraphFormat[] {
  const formats: ParagraphFormat[] = [];
  let at = start;
  let covered = 0;
  while (covered < letters && at + 10 <= end && formats.length < MAX_FORMATS) {
    covered += view.getUint32(at, true);
    const level = Math.min(view.getUint16(at + 4, true), MAX_LEVEL);
    const mask = view.getUint32(at + 6, true);
    at += 10;
    const flags = at + 2 <= end ? view.getUint16(at, true) : 0;
    formats.push({
      end: covered,
      level,
      hasBullet: (mask & HAS_BULLET) === 0 ? null : (flags & HAS_BULLET) !== 0,
    });
    for (const [bits, bytes] of PROPERTIES) if ((mask & bits) !== 0) at += bytes;
    if ((mask & TAB_STOPS) !== 0) at += at + 2 <= end ? 2 + view.getUint16(at, true) * 4 : 2;
    for (const [bits, bytes] of REST) if ((mask & bits) !== 0) at += bytes;
  }
  return formats;
}
