import { decodeAs } from './encodings.js';
import { LETTER_PROFILES, type LetterProfile } from './letters.js';

/** Costs in bits of unexpected characters; tuned on short samples of 41 combinations of language and encoding. */
const UNEXPECTED_LETTER = 12;
const UNEXPECTED_SIGN = 12;
const UNDEFINED = 20;
const CAPITAL_INSIDE_WORD = 6;
const SCRIPT_BESIDE_ASCII = 6;
const LATIN_IN_A_ROW = 4;
const USUAL_SIGN = 3;
/** Cost of Latin text in an encoding other than the default. */
const RARITY = 2;

/** Maximum number of characters; more do not change the result. */
const MAX_CHARS = 1500;

const USUAL_SIGNS = new Set('\u00a0–—‘’“”„«»‹›…•·©®™°€£№§º¿¡');
const UNDEFINED_CHARACTERS = /[\u0080-\u009f\ufffd\ue000-\uf8ff]/;

/**
 * Detects the single-byte encoding with the most plausible text; null if none is plausible.
 *
 * Sums up, for each language and encoding, the costs of letters and their neighbours. All candidates have the same
 * number of characters, so the sums are comparable.
 * @param language language declared by the page, as a hint
 */
export function detectSingleByte(sample: Uint8Array, language: string | null): string | null {
  const readings = new Map<string, string>();
  let best: string | null = null;
  let bestCost = Infinity;
  for (const profile of LETTER_PROFILES) {
    for (const encoding of profile.encodings) {
      const reading = readings.get(encoding) ?? decodeAs(encoding, sample).slice(0, MAX_CHARS);
      readings.set(encoding, reading);
      const cost = costOf(reading, profile) * weightOf(profile, language) + (isUsual(profile) ? 0 : RARITY);
      if (cost < bestCost) [best, bestCost] = [encoding, cost];
    }
  }
  return best;
}

/**
 * Favours the declared language and Western European encodings, which are the most frequent ones without a declaration.
 */
function weightOf(profile: LetterProfile, language: string | null): number {
  return (profile.language === language ? 0.8 : 1) * (isUsual(profile) ? 1 : 1.05);
}

const isUsual = (profile: LetterProfile) => !profile.isLatin || profile.encodings.includes('windows-1252');

function costOf(reading: string, profile: LetterProfile): number {
  const costs = letterCosts(profile);
  let total = 0;
  for (let at = 0; at < reading.length; at++) {
    const char = reading[at]!;
    if (char >= '\u0080') total += costs.get(char) ?? unexpected(char);
    if (char >= '\u0080' && isLetter(char)) total += costOfPlace(reading, at, profile.isLatin);
  }
  return total;
}

const costsOfProfile = new Map<LetterProfile, ReadonlyMap<string, number>>();

/**
 * Cost of each letter in bits by a power law over its rank, steeper for languages with few accented letters; capitals
 * cost three bits more.
 */
function letterCosts(profile: LetterProfile): ReadonlyMap<string, number> {
  const known = costsOfProfile.get(profile);
  if (known) return known;
  const letters = [...profile.letters];
  const slope = profile.isLatin ? 1.5 : 1;
  const sum = letters.reduce((total, _, rank) => total + 1 / (rank + 2) ** slope, 0);
  const costs = new Map<string, number>();
  letters.forEach((letter, rank) => {
    const bits = Math.log2(sum * (rank + 2) ** slope);
    costs.set(letter.toUpperCase(), bits + 3);
    costs.set(letter, bits);
  });
  costsOfProfile.set(profile, costs);
  return costs;
}

function unexpected(char: string): number {
  if (UNDEFINED_CHARACTERS.test(char)) return UNDEFINED;
  if (USUAL_SIGNS.has(char)) return USUAL_SIGN;
  return isLetter(char) ? UNEXPECTED_LETTER : UNEXPECTED_SIGN;
}

function costOfPlace(reading: string, at: number, isLatin: boolean): number {
  const before = reading[at - 1] ?? ' ';
  const after = reading[at + 1] ?? ' ';
  let cost = 0;
  if (isUpper(reading[at]!) && isLower(before)) cost += CAPITAL_INSIDE_WORD;
  if (!isLatin && (isAsciiLetter(before) || isAsciiLetter(after))) cost += SCRIPT_BESIDE_ASCII;
  if (isLatin && isForeignLetter(before) && isForeignLetter(after)) cost += LATIN_IN_A_ROW;
  return cost;
}

const isLetter = (char: string) => /[\p{L}\p{M}]/u.test(char);
const isUpper = (char: string) => char !== char.toLowerCase();
const isLower = (char: string) => char !== char.toUpperCase();
const isAsciiLetter = (char: string) => /[a-z]/i.test(char);
const isForeignLetter = (char: string) => char >= '\u0080' && isLetter(char);
