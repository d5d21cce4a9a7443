import type { ValueEvidence } from '../../model/extraction/extraction.js';
import type { Choice, Choose, Claim } from './stated-value.js';

/** What a page says for programs counts more than what a model read; what was not found on the page may be invented. */
const SUPPORT: Readonly<Record<ValueEvidence['found'], number>> = { yes: 3, unchecked: 2, no: 1 };
const STATED_FOR_PROGRAMS = 4;

/** The value with the best evidence; of several the one that most pages state; else that of the first page. */
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
