import { withScheme } from './validate-url.js';
import { parseUrl } from './parse-url.js';

/** The requested URL for responses: with a scheme, and without credentials. */
export function withoutCredentials(input: string): string {
  const text = withScheme(input.trim());
  if (!text.includes('@')) return text; // no URL has credentials without it, and parsing is slow
  const url = parseUrl(text);
  if (!url || (url.username === '' && url.password === '')) return text;
  url.username = '';
  url.password = '';
  return url.href;
}
