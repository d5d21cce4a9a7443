import {
  CharacterCollection,
  isCollection,
  type CollectionName,
  type NumberedRange,
} from './character-collection.js';
import { codesOf, furtherSyllables, type ByteRange } from './double-byte-codes.js';

/** Encoding with codes of one or two bytes. */
interface CodeForm {
  /** `TextDecoder` label of the encoding. */
  readonly encoding: string;
  /** Lead bytes of double-byte codes. */
  readonly leads: readonly ByteRange[];
  /** True if the high bit of each byte is cleared; such encodings have no single-byte codes. */
  readonly isSevenBit?: true;
  /** Single bytes for half-width katakana. */
  readonly kana?: ByteRange;
}

interface KnownMap {
  readonly matches: RegExp;
  readonly collection: CollectionName;
  /** Null if the codes are UTF-16. */
  readonly form: CodeForm | null;
}

const SHIFT_JIS: CodeForm = {
  encoding: 'shift_jis',
  leads: [
    [0x81, 0x9f],
    [0xe0, 0xfc],
  ],
  kana: [0xa1, 0xdf],
};
const EUC_JP: CodeForm = {
  encoding: 'euc-jp',
  leads: [
    [0x8e, 0x8e],
    [0xa1, 0xfe],
  ],
};
const JIS: CodeForm = { encoding: 'euc-jp', leads: [[0xa1, 0xfe]], isSevenBit: true };
const GBK: CodeForm = { encoding: 'gbk', leads: [[0x81, 0xfe]] };
const BIG5: CodeForm = { encoding: 'big5', leads: [[0x81, 0xfe]] };
const EUC_KR: CodeForm = { encoding: 'euc-kr', leads: [[0x81, 0xfe]] };

/** Predefined character maps by name. @see ISO 32000-1, table 118 */
const MAPS: readonly KnownMap[] = [
  { matches: /^UniJIS.*-(?:UCS2|UTF16)-/, collection: 'Japan1', form: null },
  { matches: /^UniGB.*-(?:UCS2|UTF16)-/, collection: 'GB1', form: null },
  { matches: /^UniCNS.*-(?:UCS2|UTF16)-/, collection: 'CNS1', form: null },
  { matches: /^UniKS.*-(?:UCS2|UTF16)-/, collection: 'Korea1', form: null },
  { matches: /RKSJ-[HV]$/, collection: 'Japan1', form: SHIFT_JIS },
  { matches: /^(?:78-)?EUC-[HV]$/, collection: 'Japan1', form: EUC_JP },
  { matches: /^(?:78-|Add-|Ext-)?[HV]$/, collection: 'Japan1', form: JIS },
  { matches: /^GB.*(?:EUC|2K)-[HV]$/, collection: 'GB1', form: GBK },
  { matches: /B5-[HV]$/, collection: 'CNS1', form: BIG5 },
  { matches: /^KSC.*-(?:EUC|UHC)(?:-HW)?-[HV]$/, collection: 'Korea1', form: EUC_KR },
];

/** Maps with half-width Latin letters; all others use proportional ones. */
const HALF_WIDTH = /^(?:GBK?-EUC|GBT-EUC|ETen-B5|KSC-EUC|(?:(?:90ms|78ms|78|Add|Ext)-)?RKSJ|EUC)-|-HW-/;

/**
 * PostScript source of a predefined character map; null if the name is unknown.
 *
 * Chinese, Japanese and Korean fonts refer to predefined maps, which a PDF reader has to provide. The original tables
 * take a megabyte and are not part of our build of pdf.js. Text extraction does not need them: a map leads from codes
 * to the character numbers of a collection, and `Adobe-…-UCS2` from there to Unicode. Both maps are generated here, so
 * the numbers between them are arbitrary. The original number of the collection is used if it is known, because fonts
 * refer to it in their widths; otherwise a number that no collection uses.
 *
 * @see ISO 32000-1, 9.7.5.2
 */
export function characterMap(name: string): string | null {
  const ordering = /^Adobe-(\w+)-UCS2$/.exec(name)?.[1];
  if (ordering !== undefined)
    return isCollection(ordering) ? toUnicode(new CharacterCollection(ordering)) : null;
  const known = MAPS.find(({ matches }) => matches.test(name));
  if (!known) return null;
  const collection = new CharacterCollection(known.collection);
  return known.form ? ofCodes(name, known.form, collection) : ofUnicode(name, collection);
}

function ofUnicode(name: string, collection: CharacterCollection): string {
  return source(name, [
    section('codespacerange', ['<0000> <d7ff>', '<e000> <ffff>', '<d800dc00> <dbffdfff>']),
    section(
      'cidrange',
      [...latinOf(name, collection), ...collection.blocks].map((range) => cidRange(range, 4)),
    ),
  ]);
}

function ofCodes(name: string, form: CodeForm, collection: CharacterCollection): string {
  const { kana } = form;
  const singles = form.isSevenBit
    ? []
    : ['<00> <80>', ...(kana ? [`<${hex(kana[0], 2)}> <${hex(kana[1], 2)}>`] : [])];
  const mask = form.isSevenBit ? 0x7f7f : 0xffff;
  const doubles = form.leads.map(
    ([first, last]) => `<${hex(((first << 8) | 0x40) & mask, 4)}> <${hex(((last << 8) | 0xfe) & mask, 4)}>`,
  );
  const latin = form.isSevenBit ? [] : latinOf(name, collection);
  const kanaRange = kana ? [{ first: kana[0], last: kana[1], number: collection.numberOf(0xff61)! }] : [];
  return source(name, [
    section('codespacerange', [...singles, ...doubles]),
    section(
      'cidrange',
      [...latin, ...kanaRange].map((range) => cidRange(range, 2)),
    ),
    section(
      'cidrange',
      numberedCodes(name, form, collection).map((range) => cidRange(range, 4)),
    ),
  ]);
}

/** Double-byte codes with the numbers of their characters. */
function numberedCodes(name: string, form: CodeForm, collection: CharacterCollection): NumberedRange[] {
  const ranges: { first: number; last: number; number: number }[] = [];
  const isStandard = (unicode: number) => collection.known.has(unicode);
  const further = name.includes('UHC') ? [...furtherSyllables(isStandard)] : [];
  for (const [code, unicode] of [...codesOf(form.encoding, form.leads), ...further]) {
    const number = collection.numberOf(unicode);
    if (number === null) continue;
    const written = form.isSevenBit ? code & 0x7f7f : code;
    const open = ranges.at(-1);
    const goesOn = open && open.last + 1 === written && open.number + written - open.first === number;
    if (goesOn) open.last = written;
    else ranges.push({ first: written, last: written, number });
  }
  return ranges;
}

function toUnicode(collection: CharacterCollection): string {
  const ranges = [...collection.latin('proportional'), ...collection.latin('half'), ...collection.blocks];
  return source('UCS2', [
    section('codespacerange', ['<0000> <ffff>']),
    section(
      'bfrange',
      [...collection.known].map(([unicode, number]) => bfRange({ first: unicode, last: unicode, number })),
    ),
    section('bfrange', ranges.map(bfRange)),
  ]);
}

function latinOf(name: string, collection: CharacterCollection): readonly NumberedRange[] {
  return collection.latin(HALF_WIDTH.test(name) ? 'half' : 'proportional');
}

function source(name: string, sections: readonly string[]): string {
  const mode = name.endsWith('V') ? 1 : 0;
  return [`/CMapName /${name} def /WMode ${mode} def begincmap`, ...sections, 'endcmap'].join('\n');
}

function section(kind: 'codespacerange' | 'cidrange' | 'bfrange', entries: readonly string[]): string {
  return [`${entries.length} begin${kind}`, ...entries, `end${kind}`].join('\n');
}

function cidRange({ first, last, number }: NumberedRange, digits: number): string {
  return `<${hex(first, digits)}> <${hex(last, digits)}> ${number}`;
}

function bfRange({ first, last, number }: NumberedRange): string {
  return `<${hex(number, 4)}> <${hex(number + last - first, 4)}> <${hex(first, 4)}>`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
