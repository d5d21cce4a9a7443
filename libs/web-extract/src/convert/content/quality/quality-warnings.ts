import type { PageQuality, QualityFlag } from '../../../model/page/page.js';

const SENTENCES: Readonly<Record<QualityFlag, string>> = {
  'script-shell': 'The page seems to be filled by scripts; little of it is in the response',
  'cookie-wall': 'The page seems to be a question for consent to cookies',
  'login-wall': 'The page seems to ask for a login',
  'soft-404': 'The page seems to say that it was not found, though its status says otherwise',
  empty: 'The page has hardly any text',
  truncated: 'The page seems to be cut short',
  'wrong-charset': 'The page seems to be in another character encoding than it states',
  'bot-check': 'The page seems to be a check for robots',
  unsorted: 'The main content could not be separated from the rest; the whole page is returned',
};

/** A sentence for each flag, for callers who read warnings and no flags. @param what the page or the document */
export function qualityWarnings(
  quality: Pick<PageQuality, 'flags'>,
  what: 'page' | 'document' = 'page',
): string[] {
  return quality.flags.map((flag) => SENTENCES[flag].replace(/^The page\b/, `The ${what}`));
}

/** Removes the flags that no longer apply once scripts have run. */
export function withoutScriptShell<
  T extends { readonly quality: PageQuality; readonly warnings: readonly string[] },
>(page: T): T {
  const flags = page.quality.flags.filter((flag) => flag !== 'script-shell');
  const warnings = page.warnings.filter((warning) => warning !== SENTENCES['script-shell']);
  return { ...page, quality: { ...page.quality, flags }, warnings };
}
