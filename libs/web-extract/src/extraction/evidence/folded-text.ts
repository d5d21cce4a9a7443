/** Normalized text for searching: lower case, unified quotes and dashes, no markdown syntax, single blanks. */
export interface FoldedText {
  readonly text: string;
  /** Source position of each character in `text`, and the end position. */
  readonly places: Uint32Array;
}

const BLANK = /[\s|\u00a0\u200b\ufeff]/;
const MARK = /[*_`~\\[\]]/;
const ALIKE: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '‚': "'", '′': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '″': '"',
  '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...', '\u00ad': '',
}; // prettier-ignore

const MAX_EXPANSION = 3;

const SPACE = 0x20;
/** Marks an omitted character. */
const NOTHING = 0;

/** Folded ASCII characters: lower case, a blank, or omitted. */
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return BLANK.test(char) ? SPACE : MARK.test(char) ? NOTHING : char.toLowerCase().charCodeAt(0);
});

const SLICE_CHARS = 20_000;

/** Folds a markdown text of any length without the URLs of links and images. */
export function foldText(source: string): FoldedText {
  const slices: FoldedText[] = [];
  for (let from = 0; from < source.length;) {
    const to = endOfSlice(source, from);
    slices.push(foldSlice(source, from, to));
    from = to;
  }
  const places = new Uint32Array(slices.reduce((sum, slice) => sum + slice.text.length, 0) + 1);
  let length = 0;
  for (const slice of slices) {
    places.set(slice.places, length);
    length += slice.text.length;
  }
  places[length] = source.length;
  return { text: slices.map(({ text }) => text).join(''), places };
}

/** Ends a slice at a line break if possible, because URLs do not contain line breaks. */
function endOfSlice(source: string, from: number): number {
  if (source.length - from <= SLICE_CHARS) return source.length;
  const line = source.lastIndexOf('\n', from + SLICE_CHARS) + 1;
  return line > from ? line : from + SLICE_CHARS;
}

function foldSlice(source: string, from = 0, to = source.length): FoldedText {
  const isPlain = !OTHER.test(source.slice(from, to));
  const codes = new Uint16Array((to - from) * (isPlain ? 1 : MAX_EXPANSION));
  const places = new Uint32Array(codes.length);
  let length = 0;
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code === CLOSING && source.charCodeAt(at + 1) === OPENING) {
      at = endOfAddress(source, at + 1);
      continue;
    }
    const folded = code < 128 ? '' : foldChar(source[at]!);
    for (let part = 0, count = code < 128 ? 1 : folded.length; part < count; part++) {
      const one = code < 128 ? ASCII[code]! : folded.charCodeAt(part);
      if (one === NOTHING || (one === SPACE && (length === 0 || codes[length - 1] === SPACE))) continue;
      codes[length] = one;
      places[length++] = at;
    }
  }
  return { text: textOf(codes.subarray(0, length), isPlain), places: places.subarray(0, length) };
}

const OTHER = /[^\0-\x7f]/;

function textOf(codes: Uint16Array, isPlain: boolean): string {
  if (isPlain) return Buffer.from(Uint8Array.from(codes).buffer).toString('latin1');
  return Buffer.from(codes.buffer, codes.byteOffset, codes.byteLength).toString('utf16le');
}

const CLOSING = 0x5d; // ]
const OPENING = 0x28; // (

/** Folds a value for searching. */
export function foldValue(value: string): string {
  return foldSlice(value).text.trim();
}

function foldChar(char: string): string {
  const alike = ALIKE[char];
  if (alike !== undefined) return alike;
  if (BLANK.test(char)) return ' ';
  const folded = char.normalize('NFKC').toLowerCase();
  return folded.length > MAX_EXPANSION || BLANK.test(folded) ? char : folded;
}

/** Position of the bracket that closes a URL; `open` if there is none. */
function endOfAddress(source: string, open: number): number {
  const MAX_ADDRESS_CHARS = 2_000;
  let depth = 0;
  for (let at = open; at < source.length && at - open < MAX_ADDRESS_CHARS; at++) {
    if (source[at] === '\n') break;
    if (source[at] === '(') depth++;
    else if (source[at] === ')' && --depth === 0) return at;
  }
  return open;
}
