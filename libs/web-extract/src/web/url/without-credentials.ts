import { withScheme } from './validate-url.js';
import { parseUrl } from './parse-url.js';

/** The address as it was asked for, fit for answers: with a scheme, and without user name and password. */
export function withoutCredentials(input: string): string {
  const text = withScheme(input.trim());
  const url = parseUrl(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}
