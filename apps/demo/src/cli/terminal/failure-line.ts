import { withHint } from './hints';

/** The failure of a page as one line. Most messages name the URL already, without its query. */
export function failureLine(url: string, message: string): string {
  const text = withHint(message);
  const shown = shownUrl(url);
  return shown !== null && text.includes(shown) ? text.replace(shown, () => url) : `${url}: ${text}`;
}

/** A URL as messages of the library show it; null if it is invalid. */
function shownUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname, search } = new URL(url);
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
}
