import { compoundFile } from '../../containers/cfb/compound-files.fixture.js';

/** Minimal presentations for tests. */
export const record = (type: number, data: Buffer | readonly Buffer[], instance = 0): Buffer => {
  const isContainer = !Buffer.isBuffer(data);
  const body = isContainer ? Buffer.concat(data) : data;
  const head = Buffer.alloc(8);
  head.writeUInt16LE((instance << 4) | (isContainer ? 0x0f : 0), 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
};

const u32 = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, at) => bytes.writeUInt32LE(value >>> 0, at * 4));
  return bytes;
};

/** A text: its type, its letters and, optionally, the level and bullet of each paragraph. */
export function text(
  type: number,
  letters: string,
  levels?: readonly (readonly [level: number, hasBullet: boolean])[],
): Buffer {
  const parts = letters.split('\r');
  const styles = levels?.map(([level, hasBullet], at) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32LE((parts[at] ?? '').length + 1, 0);
    bytes.writeUInt16LE(level, 4);
    bytes.writeUInt32LE(1, 6);
    bytes.writeUInt16LE(hasBullet ? 1 : 0, 10);
    return bytes;
  });
  return Buffer.concat([
    record(0x0f9f, u32(type)),
    record(0x0fa0, Buffer.from(letters, 'utf16le')),
    ...(styles ? [record(0x0fa1, Buffer.concat(styles))] : []),
  ]);
}

type Place = readonly [left: number, top: number, width: number, height: number];

export function shape([left, top, width, height]: Place, textbox: Buffer, placeholder?: number): Buffer {
  const anchor = Buffer.alloc(8);
  [top, left, left + width, top + height].forEach((value, at) => anchor.writeInt16LE(value, at * 2));
  const data = Buffer.alloc(8);
  data[4] = placeholder ?? 0;
  return record(0xf004, [
    record(0xf010, anchor),
    ...(placeholder === undefined ? [] : [record(0xf011, [record(0x0bc3, data)])]),
    record(0xf00d, [textbox]),
  ]);
}

export const outlineText = (index: number): Buffer => record(0x0f9e, u32(index));

/** A table as a group of cells. */
export function table([left, top, width, height]: Place, rows: readonly (readonly string[])[]): Buffer {
  const anchor = Buffer.alloc(8);
  [top, left, left + width, top + height].forEach((value, at) => anchor.writeInt16LE(value, at * 2));
  const property = Buffer.alloc(6);
  property.writeUInt16LE(0x39f, 0);
  property.writeUInt32LE(1, 2);
  const cells = rows.flatMap((row, y) =>
    row.map((letters, x) => {
      const place = u32(left + x * 100, top + y * 50, left + x * 100 + 100, top + y * 50 + 50);
      return record(0xf004, [record(0xf00f, place), record(0xf00d, [text(4, letters)])]);
    }),
  );
  return record(0xf003, [record(0xf004, [record(0xf010, anchor), record(0xf122, property, 1)]), ...cells]);
}

interface Slide {
  readonly shapes: readonly Buffer[];
  readonly outline?: readonly Buffer[];
  readonly notes?: string;
  readonly isHidden?: boolean;
}

/** @param token of the `Current User` stream */
export function ppt(slides: readonly Slide[], token?: number): Buffer {
  return compoundFile(pptStreams(slides, token));
}

/** Streams of a presentation. */
export function pptStreams(slides: readonly Slide[], token = 0xe391c05f): Record<string, Buffer> {
  const drawing = (shapes: readonly Buffer[]) =>
    record(0x040c, [record(0xf002, [record(0xf003, [record(0xf004, []), ...shapes])])]);
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  const add = (part: Buffer) => {
    offsets.push(at);
    at += part.length;
    return parts.push(part);
  };
  const persist = (reference: number, id: number) => record(0x03f3, u32(reference, 0, 0, id, 0));
  const lists: { slides: Buffer[]; notes: Buffer[] } = { slides: [], notes: [] };
  slides.forEach(({ shapes, outline = [], notes, isHidden = false }, number) => {
    const notesId = notes === undefined ? 0 : 900 + number;
    if (notes !== undefined) {
      const page = add(record(0x03f0, [drawing([shape([0, 0, 10, 10], text(2, notes))])]));
      lists.notes.push(persist(page, notesId));
    }
    const information = Buffer.alloc(16);
    information.writeUInt16LE(isHidden ? 4 : 0, 10);
    const atom = record(0x03ef, u32(0, 0, 0, 0, notesId, 0));
    const slide = add(record(0x03ee, [atom, record(0x03f9, information), drawing(shapes)]));
    lists.slides.push(persist(slide, 100 + number), ...outline);
  });
  const document = add(record(0x03e8, [record(0x0ff0, lists.slides), record(0x0ff0, lists.notes, 2)]));
  const directory = record(0x1772, u32((offsets.length << 20) | 1, ...offsets));
  const edit = record(0x0ff5, u32(0, 0, 0, at, document, 0, 0));
  const user = record(0x0ff6, u32(0x14, token, at + directory.length));
  return {
    'PowerPoint Document': Buffer.concat([...parts, directory, edit]),
    'Current User': user,
  };
}
