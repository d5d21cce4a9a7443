import { NotConfiguredError } from '../model/errors.js';

/**
 * The error of an extraction that the page's own data does not satisfy, without a model.
 *
 * @param found what the page's own data states
 */
export function noModel(found?: unknown): NotConfiguredError {
  return new NotConfiguredError('LLM extraction is not configured', { remedy: 'llm', found });
}
