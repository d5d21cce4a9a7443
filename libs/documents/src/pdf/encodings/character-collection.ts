import { codesOf } from './double-byte-codes.js';

interface CollectionFacts {
  /** `TextDecoder` label of the encoding that defines the character order. */
  readonly encoding: string;
  /** Consecutive numbers of double-byte codes: first code, last code, number of the first code. */
  readonly runs: readonly (readonly [first: number, last: number, number: number])[];
  /** First unused number. */
  readonly free: number;
  /**
   * Number of the half-width exclamation mark, which is followed by the rest of ASCII, and number of the half-width
   * blank.
   */
  readonly narrow: number;
  readonly narrowBlank: number;
}

const COLLECTIONS = {
  Japan1: {
    encoding: 'euc-jp',
    runs: [
      [0xa1a1, 0xa7f1, 633],
      [0xb0a1, 0xf4a4, 1125],
    ],
    free: 0x5c00,
    narrow: 232,
    narrowBlank: 231,
  },
  GB1: {
    encoding: 'gbk',
    runs: [
      [0xa1a1, 0xa1fe, 96],
      [0xa3a1, 0xa3fe, 262],
      [0xb0a1, 0xd7f9, 940],
      [0xd8a1, 0xf7fe, 4695],
    ],
    free: 0x7800,
    narrow: 814,
    narrowBlank: 7716,
  },
  // no encoding has the order of this collection
  CNS1: { encoding: 'big5', runs: [], free: 0x4c00, narrow: 13649, narrowBlank: 13648 },
  Korea1: {
    encoding: 'euc-kr',
    runs: [
      [0xa1a1, 0xa2e5, 101],
      [0xa3a1, 0xa4d3, 264],
      [0xa4d5, 0xc8fe, 409],
      [0xcaa1, 0xcbcf, 3436],
    ],
    free: 0x4800,
    narrow: 8095,
    narrowBlank: 8094,
  },
} as const satisfies Readonly<Record<string, CollectionFacts>>;

export type CollectionName = keyof typeof COLLECTIONS;

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name);
}

/** First trail byte of codes in the national standards. */
const LEAST_STANDARD_TRAIL = 0xa1;

/**
 * Unicode blocks that get numbers from `free` on, most frequently used first: the last ones do not fit in every
 * collection.
 */
const BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0xa0, 0x4ff],
  [0x2000, 0x33ff],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xfe10, 0xffef],
  [0xac00, 0xd7a3],
  [0x3400, 0x4dbf],
];
const MAX_NUMBER = 0xffff;

/** Consecutive characters and the number of the first one. */
export interface NumberedRange {
  readonly first: number;
  readonly last: number;
  readonly number: number;
}

/**
 * Character collection of one language: maps Unicode to character numbers. @see Adobe's technical notes 5078, 5079,
 * 5080 and 5093
 */
export class CharacterCollection {
  /** Known numbers of the original collection by Unicode code point, except ASCII. */
  readonly known: ReadonlyMap<number, number>;
  /** Unicode ranges numbered here in addition to the original collection. */
  readonly blocks: readonly NumberedRange[];
  private readonly facts: CollectionFacts;

  constructor(name: CollectionName) {
    this.facts = COLLECTIONS[name];
    this.known = knownNumbers(this.facts);
    this.blocks = blocksFrom(this.facts.free);
  }

  /** Number of a character; null if it has none. */
  numberOf(unicode: number): number | null {
    const number = this.known.get(unicode);
    if (number !== undefined) return number;
    const block = this.blocks.find(({ first, last }) => unicode >= first && unicode <= last);
    return block ? block.number + unicode - block.first : null;
  }

  /** Printable ASCII, proportional or half the width of an ideograph. */
  latin(width: 'proportional' | 'half'): readonly NumberedRange[] {
    if (width === 'proportional') return [{ first: 0x20, last: 0x7e, number: 1 }];
    const { narrow, narrowBlank } = this.facts;
    return [
      { first: 0x20, last: 0x20, number: narrowBlank },
      { first: 0x21, last: 0x7e, number: narrow },
    ];
  }
}

const FREE_BLOCKS = Object.values(COLLECTIONS).map(({ free }) => blocksFrom(free));

/**
 * True if a character has its number only here. The numbers of a font that are beyond its collection mean glyphs whose
 * characters are unknown.
 */
export function isFreeNumber(number: number, character: string): boolean {
  const unicode = character.charCodeAt(0);
  return FREE_BLOCKS.some((blocks) =>
    blocks.some(
      (block) =>
        unicode >= block.first && unicode <= block.last && block.number + unicode - block.first === number,
    ),
  );
}

function knownNumbers({ encoding, runs }: CollectionFacts): Map<number, number> {
  const numbers = new Map<number, number>();
  for (const [first, last, number] of runs) {
    let next = number;
    for (const [code, unicode] of codesOf(encoding, [[first >> 8, last >> 8]])) {
      if (code < first || code > last || (code & 0xff) < LEAST_STANDARD_TRAIL) continue;
      if (!numbers.has(unicode)) numbers.set(unicode, next);
      next++;
    }
  }
  return numbers;
}

function blocksFrom(free: number): NumberedRange[] {
  const blocks: NumberedRange[] = [];
  let number = free;
  for (const [first, end] of BLOCKS) {
    const last = Math.min(end, first + MAX_NUMBER - number);
    if (last < first) break;
    blocks.push({ first, last, number });
    number += last - first + 1;
  }
  return blocks;
}
