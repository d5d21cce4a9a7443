import { refusal } from '../pages/page-options.js';

/**
 * Checks `skipErrorPages` of a body: change tracking reports removed pages by their status, so they cannot be skipped.
 *
 * @throws InvalidRequestError
 */
export function checkErrorPages(
  { skipErrorPages }: { readonly skipErrorPages?: boolean },
  tracksChanges: boolean,
): { readonly skipErrorPages?: boolean } {
  if (skipErrorPages && tracksChanges)
    throw refusal('skipErrorPages', 'cannot be combined with change tracking');
  return skipErrorPages === undefined ? {} : { skipErrorPages };
}
