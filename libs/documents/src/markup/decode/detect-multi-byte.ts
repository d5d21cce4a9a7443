/** Statistics of a sample decoded as two-byte characters of one encoding. */
interface PairCounts {
  /** Number of two-byte characters. */
  pairs: number;
  /** Number of common characters (first level of the national standard). */
  common: number;
  /** Number of hiragana and katakana. */
  kana: number;
  /** Number of characters that directly follow another two-byte character. */
  inRuns: number;
  /** Number of characters whose second byte is ASCII. */
  lowTrails: number;
  /** Number of bytes that are not part of a character. */
  broken: number;
}

interface MultiByte {
  readonly encoding: string;
  readonly isLead: (byte: number) => boolean;
  readonly isTrail: (byte: number) => boolean;
  readonly isCommon: (lead: number, trail: number) => boolean;
  readonly isKana: (lead: number, trail: number) => boolean;
  /** Matches single bytes above 0x7F that are characters. */
  readonly isSingle: (byte: number) => boolean;
  readonly accepts: (counts: PairCounts) => boolean;
}

const between = (low: number, high: number) => (byte: number) => byte >= low && byte <= high;
const never = () => false;
const isEucByte = between(0xa1, 0xfe);
const isKanaRow = (lead: number) => lead === 0xa4 || lead === 0xa5;

/** Minimum share of common characters: 0.99 in real text and below 0.75 in misinterpreted text of the samples. */
const MIN_COMMON_SHARE = 0.85;
/**
 * Minimum share of Hangul in Korean text, which contains hardly anything else; Chinese text decoded as Korean has at
 * least a third of rare Hanja.
 */
const MIN_HANGUL_SHARE = 0.95;
/** Minimum share of kana in Japanese text; the Chinese sets include kana, but they are not used. */
const MIN_KANA_SHARE = 0.1;
/**
 * Minimum share of adjacent characters: Chinese and Japanese characters occur in runs, accented letters of
 * misinterpreted Latin text do not.
 */
const MIN_RUN_SHARE = 0.5;

const isCommonBy = (counts: PairCounts, share: number) => counts.common + counts.kana >= share * counts.pairs;
const hasKana = (counts: PairCounts) => counts.kana >= MIN_KANA_SHARE * counts.pairs;

/** In order of confidence: the first match wins. */
const MULTI_BYTE: readonly MultiByte[] = [
  {
    encoding: 'shift_jis',
    isLead: (byte) => between(0x81, 0x9f)(byte) || between(0xe0, 0xfc)(byte),
    isTrail: (byte) => byte !== 0x7f && between(0x40, 0xfc)(byte),
    isCommon: (lead) => between(0x88, 0x97)(lead) || lead === 0x81,
    isKana: (lead, trail) => (lead === 0x82 && trail >= 0x9f) || (lead === 0x83 && trail <= 0x96),
    isSingle: between(0xa1, 0xdf),
    accepts: (counts) => hasKana(counts) && isCommonBy(counts, MIN_COMMON_SHARE),
  },
  {
    encoding: 'euc-jp',
    isLead: (byte) => isEucByte(byte) || byte === 0x8e,
    isTrail: isEucByte,
    isCommon: (lead) => between(0xb0, 0xcf)(lead) || between(0xa1, 0xa3)(lead),
    isKana: isKanaRow,
    isSingle: never,
    accepts: (counts) => hasKana(counts) && isCommonBy(counts, MIN_COMMON_SHARE),
  },
  {
    encoding: 'euc-kr',
    isLead: between(0x81, 0xfe),
    isTrail: (byte) => between(0x41, 0x5a)(byte) || between(0x61, 0x7a)(byte) || between(0x81, 0xfe)(byte),
    isCommon: (lead) => between(0xb0, 0xc8)(lead) || between(0xa1, 0xa3)(lead),
    isKana: never,
    isSingle: never,
    accepts: (counts) => isCommonBy(counts, MIN_HANGUL_SHARE),
  },
  {
    encoding: 'gbk',
    isLead: between(0x81, 0xfe),
    isTrail: (byte) => byte !== 0x7f && between(0x40, 0xfe)(byte),
    isCommon: (lead, trail) => trail >= 0xa1 && (between(0xb0, 0xd7)(lead) || between(0xa1, 0xa3)(lead)),
    isKana: never,
    isSingle: never,
    accepts: (counts) => isCommonBy(counts, MIN_COMMON_SHARE),
  },
  {
    encoding: 'big5',
    isLead: between(0x87, 0xfe),
    isTrail: (byte) => between(0x40, 0x7e)(byte) || isEucByte(byte),
    isCommon: (lead) => between(0xa4, 0xc6)(lead) || between(0xa1, 0xa3)(lead),
    isKana: never,
    isSingle: never,
    accepts: (counts) => isCommonBy(counts, MIN_COMMON_SHARE),
  },
];

/**
 * Detects the East Asian encoding of a sample by its byte pairs; null if none matches.
 *
 * The national standards place common characters in their first rows: correctly decoded text is almost entirely there,
 * misinterpreted text is spread. @see
 * https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings
 */
export function detectMultiByte(sample: Uint8Array): string | null {
  for (const candidate of MULTI_BYTE) {
    const counts = countPairs(sample, candidate);
    if (isPlausible(counts) && candidate.accepts(counts)) return candidate.encoding;
  }
  return null;
}

function isPlausible(counts: PairCounts): boolean {
  const { pairs, broken, inRuns, lowTrails } = counts;
  // Tolerates one broken character in a hundred: a truncated page, a stray byte of an advertisement.
  return (
    pairs >= 2 && broken * 100 <= pairs && inRuns >= MIN_RUN_SHARE * (pairs - 1) && lowTrails <= 0.7 * pairs
  );
}

function countPairs(sample: Uint8Array, encoding: MultiByte): PairCounts {
  const counts: PairCounts = { pairs: 0, common: 0, kana: 0, inRuns: 0, lowTrails: 0, broken: 0 };
  let previousEnd = -1;
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at]!;
    if (lead < 0x80 || encoding.isSingle(lead)) continue;
    const trail = sample[at + 1] ?? 0;
    if (!encoding.isLead(lead) || !encoding.isTrail(trail)) {
      counts.broken++;
      continue;
    }
    counts.pairs++;
    if (encoding.isKana(lead, trail)) counts.kana++;
    else if (encoding.isCommon(lead, trail)) counts.common++;
    if (at === previousEnd) counts.inRuns++;
    if (trail < 0x80) counts.lowTrails++;
    previousEnd = at + 2;
    at++;
  }
  return counts;
}
