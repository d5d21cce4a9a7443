import { NotConfiguredError } from '../model/errors.js';

/**
 * Creates the error for an extraction that needs a model although none is configured.
 *
 * @param found values found in the structured data of the page
 * @param missing names of required values that it lacks
 */
export function noModel(found?: unknown, missing: readonly string[] = []): NotConfiguredError {
  const lack = missing.length === 0 ? '' : `, and the page does not state ${namesOf(missing)}`;
  return new NotConfiguredError(`LLM extraction is not configured${lack}`, { remedy: 'llm', found });
}

const MAX_NAMES = 5;
const MAX_NAME_CHARS = 60;

/** The first names; they are those of the caller's schema. */
function namesOf(missing: readonly string[]): string {
  const names = missing.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_CHARS));
  const others = missing.length - names.length;
  return `${names.join(', ')}${others > 0 ? ` and ${others} others` : ''}`;
}
