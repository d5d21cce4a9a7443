const SLASH = 0x2f;
const HASH = 0x23;
const ZERO = 0x30;
const SPACE = 0x20;
const MAX_NAME_BYTES = 48;
const MAX_VALUE_BYTES = 64;

/** Parameters of filters, and the largest values that real files have: pdf.js takes as much time and memory for a row as they promise. */
const MOST: ReadonlyMap<string, number> = new Map([
  ['Colors', 32],
  ['BitsPerComponent', 16],
  ['BPC', 16],
  ['Columns', 200_000],
  ['Rows', 200_000],
]);
const PARAMETERS = new Set(['DecodeParms', 'DP', 'FDecodeParms']);
/** A value after a name: a number, or a reference to another object. */
const NUMBER = /^([\s\0]*)([+-]?\d[\d.]*)(?![\d.])/;
const REFERENCE = /^([\s\0]*)(\d{1,10}[\s\0]+\d{1,5}[\s\0]+R)(?![\w])/;

/** pdf.js makes an entry for each object that the index of a file promises. Each object takes some bytes. */
const LEAST_OBJECTS = 100_000;
const LIST = /^[\s\0]*\[([\d\s\0.+-]*)/;
const MAX_LIST_BYTES = 16_384;
const LIST_BYTES: ReadonlySet<number> = new Set(Buffer.from('[0123456789 \t\n\v\f\r\0\xa0.+-', 'latin1'));

/** The number of an object before the word `obj`. */
const OBJECT = /(\d{1,10})[\s\0]{1,8}(\d{1,5})[\s\0]{0,8}$/;
const MAX_OBJECT_BYTES = 32;

/**
 * Lowers the parameters of filters to what real files have, in place: lengths and offsets stay. A parameter that is an object of its own
 * counts as 1, and parameters that are objects in a compressed stream are left out, because they are not seen here.
 */
export function boundFilters(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let objects: ReadonlySet<string> | null = null;
  const mostObjects = Math.max(LEAST_OBJECTS, file.length);
  for (let at = file.indexOf(SLASH); at >= 0; at = file.indexOf(SLASH, at + 1)) {
    const { name, end } = nameAt(file, at + 1);
    if (MOST.has(name)) boundNumber(file, end, MOST.get(name)!);
    else if (name === 'Size') boundNumber(file, end, mostObjects);
    else if (name === 'Index') boundList(file, end, mostObjects);
    else if (PARAMETERS.has(name)) dropHidden(file, end, () => (objects ??= objectsOf(file)));
  }
}

/** A name may have any of its letters as a number. */
function nameAt(file: Buffer, from: number): { readonly name: string; readonly end: number } {
  let name = '';
  let at = from;
  while (at < file.length && at - from < MAX_NAME_BYTES) {
    const byte = file[at]!;
    const isEscaped = byte === HASH && /^[\da-f]{2}$/i.test(file.toString('latin1', at + 1, at + 3));
    if (!isEscaped && !/[\w]/.test(String.fromCharCode(byte))) break;
    name += isEscaped ? String.fromCharCode(parseInt(file.toString('latin1', at + 1, at + 3), 16)) : String.fromCharCode(byte); // prettier-ignore
    at += isEscaped ? 3 : 1;
  }
  return { name, end: at };
}

function boundNumber(file: Buffer, at: number, most: number): void {
  const text = file.toString('latin1', at, at + MAX_VALUE_BYTES);
  const reference = REFERENCE.exec(text);
  if (reference) return write(file, at + reference[1]!.length, '1', reference[2]!.length, SPACE);
  const number = NUMBER.exec(text);
  if (!number || (Number(number[2]) >= 0 && Number(number[2]) <= most)) return;
  const digits = number[2]!.length;
  const value = String(most).length <= digits ? String(most) : '1';
  file.fill(ZERO, at + number[1]!.length, at + number[0].length);
  write(file, at + number[0].length - value.length, value, value.length, ZERO);
}

function boundList(file: Buffer, at: number, most: number): void {
  let end = at; // of the list: names without one are not copied with all that follows
  while (end < at + MAX_LIST_BYTES && end < file.length && LIST_BYTES.has(file[end]!)) end++;
  const list = LIST.exec(file.toString('latin1', at, end));
  if (!list) return;
  const from = at + list[0].length - list[1]!.length;
  for (const { 0: number, index } of list[1]!.matchAll(/[\d.+-]+/g))
    if (!(Number(number) >= 0 && Number(number) <= most))
      file.fill(ZERO, from + index, from + index + number.length);
}

/** A reference to an object that is not in the file as such. */
function dropHidden(file: Buffer, at: number, objects: () => ReadonlySet<string>): void {
  const reference = REFERENCE.exec(file.toString('latin1', at, at + MAX_VALUE_BYTES));
  if (!reference) return;
  const [, blanks, value] = reference;
  const [id, generation] = value!.split(/[\s\0]+/);
  if (objects().has(`${Number(id)} ${Number(generation)}`)) return;
  write(file, at + blanks!.length, 'null', value!.length, SPACE);
}

/** The numbers of all objects that are in the file as such. */
function objectsOf(file: Buffer): Set<string> {
  const found = new Set<string>();
  for (let at = file.indexOf('obj'); at >= 0; at = file.indexOf('obj', at + 3)) {
    const number = OBJECT.exec(file.toString('latin1', Math.max(0, at - MAX_OBJECT_BYTES), at));
    if (number) found.add(`${Number(number[1])} ${Number(number[2])}`);
  }
  return found;
}

function write(file: Buffer, at: number, text: string, length: number, rest: number): void {
  file.fill(rest, at, at + length);
  file.write(text, at, Math.min(length, text.length), 'latin1');
}
