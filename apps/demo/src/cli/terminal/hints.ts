import { RefusedError } from '../command';
import { browserRemedy, isBrowserOff } from './browser-remedy';

/** End of messages about a missing browser. */
const NO_BROWSER = /\b(?:and none|no browser) is installed/;

/** Messages of the library, and the remedies of the command line. */
const HINTS: readonly { readonly matches: RegExp; readonly hint: () => string }[] = [
  { matches: /^This URL is not allowed: .*open Internet/, hint: () => 'add --allow-private' },
  {
    matches: /^LLM extraction is not configured/,
    hint: () => 'set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL',
  },
  { matches: NO_BROWSER, hint: () => browserRemedy(false) },
];

/** A message with its remedy on the command line, where there is one. */
export function withHint(message: string): string {
  if (isBrowserOff() && NO_BROWSER.test(message))
    return `${message.replace(NO_BROWSER, 'the browser is turned off')}: ${browserRemedy(true)}`;
  const found = HINTS.find(({ matches }) => matches.test(message));
  return found ? `${message}: ${found.hint()}` : message;
}

/** Message and code of an error. */
export function withCode(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  return typeof code === 'string' ? `${message} (${code})` : message;
}

/** An error as one line: message, code, remedy. */
export const describeError = (error: unknown): string =>
  error instanceof RefusedError ? withCode(error) : withHint(withCode(error));
