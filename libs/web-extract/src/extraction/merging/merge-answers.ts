import { mergeStated } from './merge-stated.js';
import { chooseFirst, chosenValue, statedBy } from './stated-value.js';

/**
 * Merges the answers for the parts of a page, in order. New list items are appended; if an object occurs more than
 * once, the first value of each property is used.
 */
export function mergeAnswers(answers: readonly unknown[]): unknown {
  const merged = answers.map((answer, at) => statedBy(at, answer)).reduce(mergeStated);
  return chosenValue(merged, chooseFirst).value;
}
