/** A property modifier. @see MS-DOC 2.2.5.1 */
interface Sprm {
  readonly code: number;
  /** Of the operand. */
  readonly offset: number;
  readonly length: number;
}

const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, -1, 3];
const TABLE_DEFINITION = 0xd608;

/** Supported property modifiers. */
export const SprmCode = {
  deleted: 0x0800,
  style: 0x4a30,
  bold: 0x0835,
  italic: 0x0836,
  strike: 0x0837,
  hidden: 0x083c,
  raised: 0x2a48,
  special: 0x0855,
  font: 0x4a4f,
  size: 0x4a43,
  symbol: 0x6a09,
  data: 0x6a03,
  inTable: 0x2416,
  rowEnd: 0x2417,
  innerCell: 0x244b,
  innerRowEnd: 0x244c,
  tableDepth: 0x6649,
  listLevel: 0x260a,
  list: 0x460b,
  outlineLevel: 0x2640,
  indent: 0x840f,
  indentNew: 0x845e,
  firstIndent: 0x8411,
  tableDefinition: TABLE_DEFINITION,
} as const;

/** Iterates over a list of property modifiers, which may be truncated. */
export function* sprms(view: DataView, start: number, end: number): Generator<Sprm> {
  for (let offset = start; offset + 2 <= end;) {
    const code = view.getUint16(offset, true);
    offset += 2;
    let length = OPERAND_BYTES[code >> 13]!;
    if (code === TABLE_DEFINITION) {
      if (offset + 2 > end) return;
      length = view.getUint16(offset, true) + 1;
    } else if (length < 0) {
      if (offset + 1 > end) return;
      length = view.getUint8(offset) + 1;
    }
    if (offset + length > end) return;
    yield { code, offset, length };
    offset += length;
  }
}
