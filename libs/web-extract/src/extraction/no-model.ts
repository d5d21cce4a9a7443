import { NotConfiguredError } from '../model/errors.js';
import { NOT_STATED } from './absent-values.js';

/** Names of missing values in an error. */
const MAX_MISSING = 20;
/** Names of missing values in a warning. */
const MAX_NAMES = 5;
const MAX_NAME_CHARS = 60;

/** Begins the warnings of pages that were read without a model. */
export const NO_MODEL = 'LLM extraction is not configured';

/**
 * Creates the error for an extraction that needs a model although none is configured.
 *
 * @param found values found in the structured data of the page
 * @param missing names of required values that it lacks
 */
export function noModel(found?: unknown, missing: readonly string[] = []): NotConfiguredError {
  const names = missing.slice(0, MAX_MISSING).map((name) => name.slice(0, MAX_NAME_CHARS));
  const lack = names.length === 0 ? {} : { missing: names, missingCount: missing.length };
  return new NotConfiguredError(NO_MODEL, { remedy: 'llm', found, ...lack });
}

/** The message of an error as a warning, which names the first missing values. */
export function warningOf(error: Error): string {
  if (!(error instanceof NotConfiguredError) || !error.missing) return error.message;
  const { missing, missingCount = missing.length } = error;
  const named = missing.slice(0, MAX_NAMES);
  const others = missingCount - named.length;
  const more = others > 0 ? ` and ${others} ${others === 1 ? 'other' : 'others'}` : '';
  return `${error.message}, ${NOT_STATED}${named.join(', ')}${more}`;
}
