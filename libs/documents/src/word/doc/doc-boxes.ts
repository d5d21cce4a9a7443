import type { FileInformation } from './file-information.js';
import type { TextRange } from './doc-text.js';

const SHAPE_BYTES = 26;
const BOX_BYTES = 22;
/** Offset of the shape identifier in the description of a box. */
const BOX_SHAPE = 14;
const MAX_BOXES = 20_000;

/** Text boxes of a document. */
export interface DocBoxes {
  /** Ranges of their text by the character position of the anchor. */
  readonly anchored: ReadonlyMap<number, readonly TextRange[]>;
  /** Ranges of boxes without an anchor of their own, such as those in groups. */
  readonly loose: readonly TextRange[];
}

/** @see MS-DOC 2.8.27, 2.8.32 */
export function readBoxes(table: DataView, information: FileInformation): DocBoxes {
  const { text, notes, heads, comments, endnotes, boxes } = information.letters;
  const base = text + notes + heads + comments + endnotes;
  const anchors = anchorsOf(table, information);
  const anchored = new Map<number, TextRange[]>();
  const loose: TextRange[] = [];
  for (const { from, to, shape } of boxesOf(table, information)) {
    const range = { from: base + from, to: base + Math.min(to, boxes) };
    if (range.to <= range.from) continue;
    const anchor = anchors.get(shape);
    if (anchor === undefined) loose.push(range);
    else {
      const known = anchored.get(anchor);
      if (known) known.push(range);
      else anchored.set(anchor, [range]);
    }
  }
  return { anchored, loose };
}

/** Character positions of anchors by shape. */
function anchorsOf(table: DataView, information: FileInformation): Map<number, number> {
  const { start, length } = information.place('drawings');
  const count = Math.min(Math.floor((length - 4) / (4 + SHAPE_BYTES)), MAX_BOXES);
  const anchors = new Map<number, number>();
  for (let at = 0; at < count; at++) {
    const shapeAt = start + (count + 1) * 4 + at * SHAPE_BYTES;
    if (shapeAt + 4 > table.byteLength) break;
    anchors.set(table.getUint32(shapeAt, true), table.getUint32(start + at * 4, true));
  }
  return anchors;
}

/** The last entry ends the list and has no text. */
function boxesOf(table: DataView, information: FileInformation): (TextRange & { readonly shape: number })[] {
  const { start, length } = information.place('boxTexts');
  const count = Math.min(Math.floor((length - 4) / (4 + BOX_BYTES)), MAX_BOXES);
  const boxes: (TextRange & { readonly shape: number })[] = [];
  for (let at = 0; at < count; at++) {
    const boxAt = start + (count + 1) * 4 + at * BOX_BYTES;
    if (boxAt + BOX_BYTES > table.byteLength) break;
    const from = table.getUint32(start + at * 4, true);
    const to = table.getUint32(start + at * 4 + 4, true);
    boxes.push({ from, to, shape: table.getUint32(boxAt + BOX_SHAPE, true) });
  }
  return boxes;
}
