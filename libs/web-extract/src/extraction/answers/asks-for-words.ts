import type { PageRequest } from '../../model/page/page-request.js';

/** Whether a model is to say something about the page in words. */
export function asksForWords({ formats = [] }: Pick<PageRequest, 'formats'>): boolean {
  return formats.includes('summary') || formats.includes('answer');
}
