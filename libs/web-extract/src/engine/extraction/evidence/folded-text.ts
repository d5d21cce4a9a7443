/** A text as it is searched: small letters, one kind of quotes and dashes, no marks of markdown, single blanks. */
export interface FoldedText {
  readonly text: string;
  /** For each character of `text` the place it comes from; one more at the end. */
  readonly places: Uint32Array;
}

const BLANK = /[\s|\u00a0\u200b\ufeff]/;
const MARK = /[*_`~\\[\]]/;
const ALIKE: Readonly<Record<string, string>> = {
  '‘': "'", '’': "'", '‚': "'", '′': "'", '“': '"', '”': '"', '„': '"', '«': '"', '»': '"', '″': '"',
  '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-', '−': '-', '…': '...', '\u00ad': '',
}; // prettier-ignore

const MAX_EXPANSION = 3;

/** What becomes of the characters of ASCII: themselves in small letters, a blank, or nothing. */
const ASCII = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  return BLANK.test(char) ? ' ' : MARK.test(char) ? '' : char.toLowerCase();
});

const SLICE_CHARS = 20_000;

/** Folds a markdown text, however long; addresses of links and images are left out. */
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

/** After a line where there is one: no address goes over it. */
function endOfSlice(source: string, from: number): number {
  if (source.length - from <= SLICE_CHARS) return source.length;
  const line = source.lastIndexOf('\n', from + SLICE_CHARS) + 1;
  return line > from ? line : from + SLICE_CHARS;
}

function foldSlice(source: string, from = 0, to = source.length): FoldedText {
  const out: string[] = [];
  const places = new Uint32Array((to - from) * MAX_EXPANSION + 1);
  let length = 0;
  const put = (folded: string, at: number) => {
    out[length] = folded;
    places[length++] = at;
  };
  for (let at = from; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code === CLOSING && source.charCodeAt(at + 1) === OPENING) {
      at = endOfAddress(source, at + 1);
      continue;
    }
    const folded = code < 128 ? ASCII[code]! : foldChar(source[at]!);
    if (folded === ' ') {
      if (length > 0 && out[length - 1] !== ' ') put(folded, at);
    } else for (const one of folded) put(one, at);
  }
  return { text: out.join(''), places: places.subarray(0, length) };
}

const CLOSING = 0x5d; // ]
const OPENING = 0x28; // (

/** A value as it is looked for. */
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

/** Place of the bracket that closes an address; where none does, the text goes on. */
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
