import { ExtractionFailedError } from '../../model/errors.js';
import { parseAnswer } from '../asking/parse-answer.js';
import { ownValue } from '../own-value.js';

/** What is taken of a model's words at most, in characters. */
const MAX_CHARS = 20_000;
const MAX_ITEMS = 50;

/** The text that a model was to give as a JSON object; one that wrote plain text gave it all the same. @throws ExtractionFailedError */
export function readText(answer: string, name: string): string {
  const value = parseAnswer(answer);
  const stated = ownValue(value, name) ?? firstText(value);
  const text = (typeof stated === 'string' ? stated : plain(answer, value)).slice(0, MAX_CHARS).trim();
  if (text === '') throw new ExtractionFailedError('the answer is empty');
  return text;
}

/** The same of a list of texts. */
export function readList(answer: string, name: string): string[] {
  const value = parseAnswer(answer);
  const stated = ownValue(value, name) ?? value;
  const list = Array.isArray(stated) ? (stated as unknown[]) : [readText(answer, name)];
  return list
    .filter((one): one is string => typeof one === 'string' && one.trim() !== '')
    .slice(0, MAX_ITEMS);
}

function firstText(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? Object.values(value).find((one) => typeof one === 'string')
    : undefined;
}

/** What is JSON and holds no text is no answer. */
function plain(answer: string, value: unknown): string {
  return value === undefined ? answer.replace(/^[\s\S]*<\/think(?:ing)?>/i, '') : '';
}
