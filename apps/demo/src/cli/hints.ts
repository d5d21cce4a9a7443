import { browserInstallHint } from 'nestjs-web-extract';

/** Messages of the library, and the remedies of the command line. */
const HINTS: readonly { readonly matches: RegExp; readonly hint: () => string }[] = [
  { matches: /^This URL is not allowed: .*open Internet/, hint: () => 'add --allow-private' },
  {
    matches: /^LLM extraction is not configured/,
    hint: () => 'set OPENAI_MODEL, and OPENAI_API_KEY or OPENAI_BASE_URL',
  },
  {
    matches: /browser.*\bnone is installed|no browser is installed/i,
    hint: () => `install Chromium (${browserInstallHint()}), or set WEB_EXTRACT_BROWSER to its path`,
  },
];

/** A message with its remedy on the command line, where there is one. */
export function withHint(message: string): string {
  const found = HINTS.find(({ matches }) => matches.test(message));
  return found ? `${message}: ${found.hint()}` : message;
}

/** An error as one line: message, code, remedy. */
export function describeError(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  const text = typeof code === 'string' ? `${message} (${code})` : message;
  return withHint(text);
}
