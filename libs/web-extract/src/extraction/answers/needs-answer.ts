import type { PageRequest } from '../../model/page/page-request.js';

/** True if the request needs a text written by a model: a summary or an answer. */
export function needsAnswer({ formats = [] }: Pick<PageRequest, 'formats'>): boolean {
  return formats.includes('summary') || formats.includes('answer');
}
