import { hasLongHost } from './has-long-host.js';

const MAX_SHOWN_CHARS = 200;
const NO_URL = 'an invalid URL';

/**
 * Redacts a URL for messages and logs: no user name, no password, no query values, no fragment, bounded
 * length.
 */
export function redactUrl(url: string): string {
  const shown = withoutSecrets(url);
  return shown.length > MAX_SHOWN_CHARS ? `${shown.slice(0, MAX_SHOWN_CHARS)}…` : shown;
}

/** The URL of a page for messages; null for uploaded files, which have a name or a `file:` URL. */
export function shownPage(url: string): string | null {
  const shown = redactUrl(url);
  return shown === NO_URL || shown.startsWith('file:') ? null : shown;
}

function withoutSecrets(url: string): string {
  if (hasLongHost(url)) return NO_URL;
  try {
    const { protocol, host, pathname, search } = new URL(url);
    return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`;
  } catch {
    return NO_URL; // an unparsable URL cannot be redacted safely
  }
}
