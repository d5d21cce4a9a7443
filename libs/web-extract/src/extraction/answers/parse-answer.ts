import { ExtractionFailedError } from '../../model/errors.js';
import { parseAnswer } from '../asking/parse-answer.js';
import { ownValue } from '../own-value.js';

/** Maximum length of a model's text in characters. */
const MAX_CHARS = 20_000;
const MAX_ITEMS = 50;

/** Extracts a text from a JSON answer; accepts plain text as well. @throws ExtractionFailedError if there is no text */
export function readText(answer: string, name: string): string {
  const value = parseAnswer(answer);
  const stated = ownValue(value, name) ?? firstText(value);
  const text = (typeof stated === 'string' ? stated : plain(answer, value)).slice(0, MAX_CHARS).trim();
  if (text === '') throw new ExtractionFailedError('the answer is empty');
  return text;
}

/** Extracts a list of texts from a JSON answer; accepts a single text as well. */
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

/** Uses the answer as plain text unless it is JSON, which contains no text at this point. */
function plain(answer: string, value: unknown): string {
  return value === undefined ? answer.replace(/^[\s\S]*<\/think(?:ing)?>/i, '') : '';
}
