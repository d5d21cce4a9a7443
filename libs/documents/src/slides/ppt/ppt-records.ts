import type { DocumentBudget } from '../../document-budget.js';

/** A record of a presentation stream. @see MS-PPT 2.3.1, MS-ODRAW 2.2.1 */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly isContainer: boolean;
  /** Range of its content. */
  readonly start: number;
  readonly end: number;
}

/** Record types that are read. */
export const Ppt = {
  document: 0x03e8,
  slide: 0x03ee,
  slideAtom: 0x03ef,
  notes: 0x03f0,
  slidePersist: 0x03f3,
  slideInfo: 0x03f9,
  drawing: 0x040c,
  placeholder: 0x0bc3,
  outlineText: 0x0f9e,
  textHeader: 0x0f9f,
  textChars: 0x0fa0,
  textStyle: 0x0fa1,
  textBytes: 0x0fa8,
  slideList: 0x0ff0,
  userEdit: 0x0ff5,
  persistDirectory: 0x1772,
  drawingGroup: 0xf002,
  shapeGroup: 0xf003,
  shape: 0xf004,
  properties: 0xf00b,
  textbox: 0xf00d,
  childAnchor: 0xf00f,
  clientAnchor: 0xf010,
  clientData: 0xf011,
  moreProperties: 0xf122,
} as const;

const HEADER_BYTES = 8;
const CONTAINER = 0x0f;

/** The record at an offset; null if it does not fit before `end`. */
export function recordAt(view: DataView, at: number, end = view.byteLength): PptRecord | null {
  if (at < 0 || at + HEADER_BYTES > end) return null;
  const version = view.getUint16(at, true);
  const start = at + HEADER_BYTES;
  return {
    type: view.getUint16(at + 2, true),
    instance: version >> 4,
    isContainer: (version & CONTAINER) === CONTAINER,
    start,
    end: Math.min(start + view.getUint32(at + 4, true), end),
  };
}

/** The records within another one. @throws BudgetSpentError */
export function* recordsIn(
  view: DataView,
  { start, end }: Pick<PptRecord, 'start' | 'end'>,
  budget: DocumentBudget,
): Generator<PptRecord> {
  for (let at = start; at < end;) {
    budget.spend('elements');
    const record = recordAt(view, at, end);
    if (!record) return;
    yield record;
    at = record.end;
  }
}
