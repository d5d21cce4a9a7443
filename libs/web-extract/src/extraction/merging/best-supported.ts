import type { ValueEvidence } from '../../model/extraction/extraction.js';
import type { Choice, Choose, Claim } from './stated-value.js';

/** Structured data has more weight than a value read by a model; values not found on the page may be hallucinated. */
const SUPPORT: Readonly<Record<ValueEvidence['found'], number>> = { yes: 3, unchecked: 2, no: 1 };
const STATED_FOR_PROGRAMS = 4;

/** Chooses the value with the best evidence, then the one stated by most pages, then the one of the first page. */
export const bestSupported: Choose = (choices) =>
  choices.reduce((best, one) => (isBetter(one, best) ? one : best));

function isBetter(a: Choice, b: Choice): boolean {
  const difference = supportOf(a) - supportOf(b);
  return difference > 0 || (difference === 0 && a.claims.length > b.claims.length);
}

const supportOf = ({ claims }: Choice): number => Math.max(...claims.map(weightOf));

function weightOf({ evidence }: Claim): number {
  if (evidence?.origin === 'structured-data') return STATED_FOR_PROGRAMS;
  return SUPPORT[evidence?.found ?? 'unchecked'];
}
