import { NotConfiguredError } from '../model/errors.js';

/**
 * Creates the error for an extraction that needs a model although none is configured.
 *
 * @param found values found in the structured data of the page
 */
export function noModel(found?: unknown): NotConfiguredError {
  return new NotConfiguredError('LLM extraction is not configured', { remedy: 'llm', found });
}
