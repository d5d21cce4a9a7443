import { NotConfiguredError } from '../../model/errors.js';

/** Nothing can be extracted: the page does not state it, and there is nobody to ask. */
export function noModel(): NotConfiguredError {
  return new NotConfiguredError('LLM extraction is not configured');
}
