import { mergeStated } from './merge-stated.js';
import { chooseFirst, chosenValue, statedBy } from './stated-value.js';

/**
 * Joins what was found in the parts of a page, in their order. Lists grow by what is new; where an object is stated more
 * than once, each property comes from the part that states it first.
 */
export function mergeAnswers(answers: readonly unknown[]): unknown {
  const merged = answers.map((answer, at) => statedBy(at, answer)).reduce(mergeStated);
  return chosenValue(merged, chooseFirst).value;
}
