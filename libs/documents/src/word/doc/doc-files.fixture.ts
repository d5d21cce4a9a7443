import { compoundFile } from '../../containers/cfb/compound-files.fixture.js';

const TEXT_AT = 0x400;

const u8 = (...values: readonly number[]) => Buffer.from(values);
const u16 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, at) => bytes.writeUInt16LE(value & 0xffff, at * 2));
  return bytes;
};
const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32LE(value >>> 0, at * 4));
  return bytes;
};

/** Property modifiers (SPRM) as bytes. */
export const BOLD = Buffer.concat([u16(0x0835), u8(1)]);
export const IN_TABLE = Buffer.concat([u16(0x2416), u8(1)]);
export const ROW_END = Buffer.concat([u16(0x2416), u8(1), u16(0x2417), u8(1)]);

interface Part {
  readonly text: string;
  /** Style index. */
  readonly style?: number;
  readonly paragraph?: Buffer;
  readonly letters?: Buffer;
}

export interface Doc {
  readonly parts: readonly Part[];
  readonly styles?: readonly string[];
  readonly notes?: readonly { readonly mark: number; readonly text: string }[];
  readonly flags?: number;
}

/** A page of formatted properties: start offsets of the runs, then their properties. */
function page(ends: readonly number[], items: readonly Buffer[], entryBytes: number): Buffer {
  const bytes = Buffer.alloc(512);
  ends.forEach((end, at) => bytes.writeUInt32LE(end, at * 4));
  let free = 510;
  items.forEach((item, at) => {
    free = (free - item.length) & ~1;
    item.copy(bytes, free);
    bytes[ends.length * 4 + at * entryBytes] = free / 2;
  });
  bytes[511] = items.length;
  return bytes;
}

export function doc({ parts, styles = [], notes = [], flags = 0 }: Doc): Buffer {
  const main = parts.map(({ text }) => text).join('');
  const noteText = notes.map(({ text }) => `${text}\r`).join('');
  const text = Buffer.from(`${main}${noteText}\r`, 'latin1');
  const pageAt = Math.ceil((TEXT_AT + text.length) / 512) * 512;
  const ends = [TEXT_AT];
  for (const part of parts) ends.push(ends.at(-1)! + part.text.length);
  const letterPage = page(
    ends,
    parts.map(({ letters = Buffer.alloc(0) }) => Buffer.concat([u8(letters.length), letters])),
    1,
  );
  const paragraphPage = page(
    ends,
    parts.map(({ style = 0, paragraph = Buffer.alloc(0) }) => {
      const inside = Buffer.concat([u16(style), paragraph]);
      const isOdd = inside.length % 2 === 1;
      return Buffer.concat([isOdd ? u8((inside.length + 1) / 2) : u8(0, inside.length / 2), inside]);
    }),
    13,
  );
  const stream = Buffer.alloc(pageAt + 1024);
  text.copy(stream, TEXT_AT);
  letterPage.copy(stream, pageAt);
  paragraphPage.copy(stream, pageAt + 512);
  const range = (number: number) => u32(TEXT_AT, TEXT_AT + main.length, number);
  const lists: [number, Buffer][] = [
    [1, styleSheet(styles)],
    [2, Buffer.concat([u32(...notes.map(({ mark }) => mark), main.length), u16(...notes.map(() => 1))])],
    [3, u32(...noteStarts(notes), noteText.length)],
    [12, range(pageAt / 512)],
    [13, range(pageAt / 512 + 1)],
    [
      33,
      Buffer.concat([u8(2), u32(16), u32(0, text.length), u16(0), u32((TEXT_AT * 2) | 0x40000000), u16(0)]),
    ],
  ];
  const table: Buffer[] = [];
  let at = 0;
  for (const [number, bytes] of lists) {
    stream.writeUInt32LE(at, 154 + number * 8);
    stream.writeUInt32LE(bytes.length, 158 + number * 8);
    table.push(bytes);
    at += bytes.length;
  }
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(0xc1, 2);
  stream.writeUInt16LE(0x0200 | flags, 10);
  stream.writeUInt32LE(main.length, 76);
  stream.writeUInt32LE(noteText.length, 80);
  stream.writeUInt16LE(93, 152);
  return compoundFile({ WordDocument: stream, '1Table': Buffer.concat(table) });
}

function noteStarts(notes: NonNullable<Doc['notes']>): number[] {
  let at = 0;
  return notes.map(({ text }) => (at += text.length + 1) - text.length - 1);
}

function styleSheet(names: readonly string[]): Buffer {
  const styles = names.map((name) => {
    const style = Buffer.concat([
      u16(0x0ffe, (0x0fff << 4) | 1, 0, 0, 0),
      u16(name.length),
      Buffer.from(name, 'utf16le'),
      u16(0),
    ]);
    return Buffer.concat([u16(style.length), style]);
  });
  return Buffer.concat([u16(4, names.length, 10), ...styles]);
}
