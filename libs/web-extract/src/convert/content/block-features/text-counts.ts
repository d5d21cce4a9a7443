/** Counts of one scan over the characters of a text run. */
export interface TextCounts {
  /** Characters without white space. */
  chars: number;
  /** Runs of letters and digits; two CJK characters make one word. */
  words: number;
  commas: number;
  /** Sentence-ending punctuation of any script before white space or the end. */
  sentenceEnds: number;
  digits: number;
  capitals: number;
}

/** Counts of nothing yet. */
export const noCounts = (): TextCounts => ({
  chars: 0,
  words: 0,
  commas: 0,
  sentenceEnds: 0,
  digits: 0,
  capitals: 0,
});

const SPACE = 0;
const WORD = 1;
const DIGIT = 2;
const CAPITAL = 3;
const COMMA = 4;
const SENTENCE_END = 5;
const CJK = 6;
const OTHER = 7;

const COMMAS = ',;،、，；';
const ENDS = '.!?…。！？।؟';
const FIRST_CJK = 0x2e80;
const LAST_CJK = 0x9fff;
const FULL_WIDTH = 0xff00;

/** Adds the counts of `text` to `counts`; a call per text node, one look at each character. */
export function countText(text: string, counts: TextCounts): void {
  // local variables: a field of an object is read and written again for each character
  let spaces = 0;
  let words = 0;
  let commas = 0;
  let sentenceEnds = 0;
  let digits = 0;
  let capitals = 0;
  let cjk = 0;
  let previous = SPACE;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? ASCII_KINDS[code]! : kindOf(code);
    if (kind === WORD) {
      if (previous !== WORD && isNoLetter(previous)) words++;
    } else if (kind === SPACE) {
      spaces++;
      if (previous === SENTENCE_END) sentenceEnds++;
    } else if (kind === DIGIT || kind === CAPITAL) {
      if (isNoLetter(previous)) words++;
      if (kind === DIGIT) digits++;
      else capitals++;
    } else if (kind === CJK) cjk++;
    else if (kind === COMMA) commas++;
    previous = kind;
  }
  if (previous === SENTENCE_END) sentenceEnds++;
  counts.chars += text.length - spaces;
  counts.words += words + ((cjk + 1) >> 1);
  counts.commas += commas;
  counts.sentenceEnds += sentenceEnds;
  counts.digits += digits;
  counts.capitals += capitals;
}

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => asciiKind(code));

const isNoLetter = (kind: number): boolean => kind < WORD || kind > CAPITAL;

/** Returns the kind of a character beyond ASCII. */
function kindOf(code: number): number {
  if (code === 0xa0 || code === 0x3000 || code === 0xfeff || (code >= 0x2000 && code <= 0x200d)) return SPACE;
  if (COMMAS.includes(String.fromCharCode(code))) return COMMA;
  if (ENDS.includes(String.fromCharCode(code))) return SENTENCE_END;
  if (code >= FULL_WIDTH) return code < 0xfff0 ? CJK : OTHER;
  if (code >= FIRST_CJK && code <= LAST_CJK) return CJK;
  if (code < 0xbf || (code >= 0x2010 && code < 0x2c00)) return OTHER;
  return WORD;
}

function asciiKind(code: number): number {
  if (code <= 32) return SPACE;
  const char = String.fromCharCode(code);
  if (char >= '0' && char <= '9') return DIGIT;
  if (char >= 'A' && char <= 'Z') return CAPITAL;
  if (char >= 'a' && char <= 'z') return WORD;
  if (COMMAS.includes(char)) return COMMA;
  return ENDS.includes(char) ? SENTENCE_END : OTHER;
}
