import type { Checked } from './output-schema.js';

/** Without a schema any object is valid, except an empty one unless `mayBeEmpty` is set. */
export function checkObject(answer: unknown, mayBeEmpty = false): Checked {
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (isObject && (mayBeEmpty || Object.keys(answer).length > 0)) return { isFine: true, value: answer };
  if (Array.isArray(answer) && answer.length > 0)
    return { isFine: true, value: { items: answer as unknown[] } };
  return {
    isFine: false,
    value: answer,
    problems: [{ property: null, message: 'is no JSON object with properties' }],
  };
}
