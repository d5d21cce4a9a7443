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

/** A special character with the position of its data. */
export const dataAt = (position: number) => Buffer.concat([u16(0x0855), u8(1), u16(0x6a03), u32(position)]);
export const SPECIAL = Buffer.concat([u16(0x0855), u8(1)]);

/** Data of a form field: a check box or a list. */
export function formField(type: 1 | 2, result: number, entries: readonly string[] = []): Buffer {
  const text = (value: string) => Buffer.concat([u16(value.length), Buffer.from(value, 'utf16le'), u16(0)]);
  const list = entries.map((entry) => Buffer.concat([u16(entry.length), Buffer.from(entry, 'utf16le')]));
  const field = Buffer.concat([
    u32(0xffffffff),
    u16(type | (result << 2), 0, 0),
    text('name'),
    u16(0),
    ...Array.from({ length: 5 }, () => text('')),
    ...(type === 2 ? [u16(0xffff, entries.length, 0), ...list] : []),
  ]);
  return Buffer.concat([u32(0x44 + field.length), u16(0x44), Buffer.alloc(0x3e), field]);
}

/** Property modifiers (SPRM) as bytes. */
export const BOLD = Buffer.concat([u16(0x0835), u8(1)]);
export const IN_TABLE = Buffer.concat([u16(0x2416), u8(1)]);
export const ROW_END = Buffer.concat([u16(0x2416), u8(1), u16(0x2417), u8(1)]);

/** List `number`, counted from 1, at a level. */
export const inList = (number: number, level = 0) =>
  Buffer.concat([u16(0x460b, number), u16(0x260a), u8(level)]);

/** A list level; `text` has `%1` for the number of the first level. */
export interface ListLevel {
  readonly format: number;
  readonly text: string;
  readonly start?: number;
  readonly isLegal?: boolean;
}

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
  /** Text boxes by the position of their anchor; null for one in a group. */
  readonly boxes?: readonly { readonly anchor: number | null; readonly text: string }[];
  readonly heads?: string;
  /** Levels of each list: one or nine. */
  readonly lists?: readonly (readonly ListLevel[])[];
  readonly data?: Buffer;
  readonly version?: number;
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

export function doc(document: Doc): Buffer {
  return compoundFile(docStreams(document));
}

/** Streams of a document. */
export function docStreams({
  parts,
  styles = [],
  notes = [],
  flags = 0,
  boxes = [],
  heads = '',
  lists: numbered = [],
  data,
  version = 0xc1,
}: Doc): Record<string, Buffer> {
  const main = parts.map(({ text }) => text).join('');
  const noteText = notes.map(({ text }) => `${text}\r`).join('');
  const boxText = boxes.map(({ text: own }) => own).join('');
  const text = Buffer.from(`${main}${noteText}${heads}${boxText}\r`, 'latin1');
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
    [40, anchorsOf(boxes, main.length)],
    [56, boxTexts(boxes)],
    [73, listFormats(numbered)],
    [74, listOverrides(numbered.length)],
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
  stream.writeUInt16LE(version, 2);
  stream.writeUInt32LE(heads.length, 84);
  stream.writeUInt32LE(boxText.length, 100);
  stream.writeUInt16LE(0x0200 | flags, 10);
  stream.writeUInt32LE(main.length, 76);
  stream.writeUInt32LE(noteText.length, 80);
  stream.writeUInt16LE(93, 152);
  return {
    WordDocument: stream,
    '1Table': Buffer.concat(table),
    ...(data ? { Data: data } : {}),
  };
}

function anchorsOf(boxes: NonNullable<Doc['boxes']>, end: number): Buffer {
  const anchored = boxes
    .map(({ anchor }, at) => ({ anchor, shape: 100 + at }))
    .filter(({ anchor }) => anchor !== null);
  const shapes = anchored.map(({ shape }) => Buffer.concat([u32(shape), Buffer.alloc(22)]));
  return Buffer.concat([u32(...anchored.map(({ anchor }) => anchor!), end), ...shapes]);
}

function boxTexts(boxes: NonNullable<Doc['boxes']>): Buffer {
  let at = 0;
  const starts = boxes.map(({ text }) => (at += text.length) - text.length);
  const entries = boxes.map((_, index) =>
    Buffer.concat([Buffer.alloc(14), u32(100 + index), Buffer.alloc(4)]),
  );
  return Buffer.concat([u32(...starts, at), ...entries]);
}

function listFormats(lists: NonNullable<Doc['lists']>): Buffer {
  const heads = lists.map((levels, at) =>
    Buffer.concat([u32(1000 + at, 0), Buffer.alloc(18), u8(levels.length === 1 ? 1 : 0, 0)]),
  );
  const levels = lists.flat().map(({ format, text, start = 1, isLegal = false }) => {
    const label = text.replace(/%(\d)/g, (_, digit: string) => String.fromCharCode(Number(digit) - 1));
    return Buffer.concat([
      u32(start),
      u8(format, isLegal ? 4 : 0),
      Buffer.alloc(22),
      u16(label.length),
      Buffer.from(label, 'utf16le'),
    ]);
  });
  return lists.length === 0 ? Buffer.alloc(0) : Buffer.concat([u16(lists.length), ...heads, ...levels]);
}

function listOverrides(count: number): Buffer {
  const overrides = Array.from({ length: count }, (_, at) =>
    Buffer.concat([u32(1000 + at), Buffer.alloc(12)]),
  );
  return count === 0 ? Buffer.alloc(0) : Buffer.concat([u32(count), ...overrides]);
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
