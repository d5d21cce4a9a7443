import type { DocumentBudget } from '../../document-budget.js';
import type { Box } from '../reading-order.js';
import { Ppt, recordsIn, type PptRecord } from './ppt-records.js';
import { readTexts, type PptText } from './ppt-text.js';

const MAX_DEPTH = 20;
/** Placeholders of dates, slide numbers, footers and headers. */
const FURNITURE: ReadonlySet<number> = new Set([0x07, 0x08, 0x09, 0x0a]);
/** Property that marks a group as a table. */
const TABLE = 0x39f;
const IS_TABLE = 1;
const PROPERTY_BYTES = 6;

/** A shape with text, or a group of shapes. */
export interface PptShape {
  readonly box: Box | null;
  readonly text: PptText | null;
  readonly children: readonly PptShape[];
  readonly isTable: boolean;
}

/**
 * Shapes of a drawing.
 *
 * @param outline texts of the slide that are stored outside of it, by number
 */
export function readShapes(
  view: DataView,
  drawing: PptRecord,
  outline: readonly PptText[],
  budget: DocumentBudget,
): PptShape[] {
  return new ShapeReader(view, outline, budget).shapes(drawing, 0);
}

class ShapeReader {
  constructor(
    private readonly view: DataView,
    private readonly outline: readonly PptText[],
    private readonly budget: DocumentBudget,
  ) {}

  shapes(parent: PptRecord, depth: number): PptShape[] {
    const shapes: PptShape[] = [];
    for (const record of recordsIn(this.view, parent, this.budget)) {
      if (depth > MAX_DEPTH) break;
      if (record.type === Ppt.drawingGroup) shapes.push(...this.shapes(record, depth + 1));
      else if (record.type === Ppt.shapeGroup) shapes.push(...this.group(record, depth + 1));
      else if (record.type === Ppt.shape) shapes.push(this.shape(record));
    }
    return shapes;
  }

  /** The first shape of a group describes the group itself; the group of the whole slide has no position. */
  private group(record: PptRecord, depth: number): PptShape[] {
    const [own, ...children] = this.shapes(record, depth);
    if (!own) return [];
    return own.box || own.isTable ? [{ ...own, children }] : children;
  }

  private shape(record: PptRecord): PptShape {
    let box: Box | null = null;
    let text: PptText | null = null;
    let isTable = false;
    let isFurniture = false;
    for (const part of recordsIn(this.view, record, this.budget)) {
      if (part.type === Ppt.clientAnchor || part.type === Ppt.childAnchor) box = this.boxOf(part);
      else if (part.type === Ppt.textbox) text = this.textOf(part);
      else if (part.type === Ppt.properties || part.type === Ppt.moreProperties)
        isTable ||= this.marksTable(part);
      else if (part.type === Ppt.clientData) isFurniture = this.isFurniture(part);
    }
    return { box, text: isFurniture ? null : text, children: [], isTable };
  }

  private textOf(textbox: PptRecord): PptText | null {
    const [text] = readTexts(this.view, textbox, this.budget);
    if (text) return text;
    for (const { type, start } of recordsIn(this.view, textbox, this.budget))
      if (type === Ppt.outlineText) return this.outline[this.view.getInt32(start, true)] ?? null;
    return null;
  }

  private boxOf({ type, start, end }: PptRecord): Box | null {
    const { view } = this;
    if (type === Ppt.childAnchor && end - start >= 16) {
      const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getInt32(start + at, true));
      return { left: left!, top: top!, right: right!, bottom: bottom! };
    }
    const isShort = end - start < 16;
    if (end - start < 8) return null;
    const [top, left, right, bottom] = [0, 1, 2, 3].map((at) =>
      isShort ? view.getInt16(start + at * 2, true) : view.getInt32(start + at * 4, true),
    );
    return { left: left!, top: top!, right: right!, bottom: bottom! };
  }

  private marksTable({ start, end, instance }: PptRecord): boolean {
    for (
      let at = start;
      at + PROPERTY_BYTES <= end && at < start + instance * PROPERTY_BYTES;
      at += PROPERTY_BYTES
    )
      if ((this.view.getUint16(at, true) & 0x3fff) === TABLE)
        return (this.view.getUint32(at + 2, true) & IS_TABLE) !== 0;
    return false;
  }

  private isFurniture(data: PptRecord): boolean {
    for (const { type, start } of recordsIn(this.view, data, this.budget))
      if (type === Ppt.placeholder) return FURNITURE.has(this.view.getUint8(start + 4));
    return false;
  }
}
