/** Reasons of the API in words. */
const REASONS: Readonly<Record<string, string>> = {
  'unknown-template': 'the page is of no learned template',
  'not-learned': 'not learned for this template',
  'not-found': 'not found on the page',
  'locators-disagree': 'its locators give different values',
  'not-unique': 'found more than once',
  'invalid-value': 'the text there is not a valid value',
  'unseen-text': 'a text of an unknown kind',
  limit: 'a limit of size or time was reached',
  'not-on-page': 'the value is not on the page',
  'examples-disagree': 'the examples contradict each other',
  'no-examples': 'no example on any page',
  'too-few-pages': 'too few pages with a value',
  constant: 'the same value on all pages',
  'no-locator': 'no place gives the examples on all pages',
  'against-schema': 'the value does not satisfy the schema',
  time: 'the time for learning is over',
  ambiguous: 'found in more than one place',
  'values-changed': 'another place still has other values',
};

export const reasonText = (reason: string): string => REASONS[reason] ?? reason;

/** `/offers/0/price` as `offers.0.price`. */
export const fieldText = (path: string): string =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
