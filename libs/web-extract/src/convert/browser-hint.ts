import type { BrowserHint } from '../model/page/conversion.js';
import type { ContentSelection } from './content/select-content.js';
import type { HtmlDocument } from '../markup/dom/nodes.js';
import { isDataScript } from '../markup/dom/is-data-script.js';
import { readRefresh } from '../markup/dom/read-refresh.js';

/** A page with more text is not a stub that only redirects. */
const MAX_STUB_CHARS = 500;
/** `location = …`, `location.href = …`, `location.replace(…)`. */
const SENDS_ON =
  /(?:^|[^\w.$-])(?:(?:window|document|self|top)\s*\.\s*)?location\s*(?:\.\s*href\s*)?=[^=]|location\s*\.\s*(?:replace|assign)\s*\(/;

/** Indicates the benefit of rendering a page in a browser. Must be called with the selected content. */
export function browserHint(document: HtmlDocument, content: ContentSelection): BrowserHint {
  const { flags, keptChars, candidate } = content;
  // content stated in full in structured data needs no rendering
  const isBare =
    candidate !== 'structured-data' &&
    (flags.includes('script-shell') || (flags.includes('empty') && hasScripts(document)));
  return {
    isNeeded: isBare || refreshes(document) || (keptChars < MAX_STUB_CHARS && sendsOn(document)),
    textChars: keptChars,
  };
}

function hasScripts({ statements }: HtmlDocument): boolean {
  return statements.some(({ name, attribs }) => name === 'script' && !isDataScript(attribs));
}

function refreshes({ statements, url }: HtmlDocument): boolean {
  return statements.some(
    ({ name, attribs }) =>
      name === 'meta' &&
      attribs['http-equiv']?.trim().toLowerCase() === 'refresh' &&
      readRefresh(attribs['content'] ?? '', url) !== null,
  );
}

function sendsOn({ statements }: HtmlDocument): boolean {
  return statements.some((element) => element.name === 'script' && SENDS_ON.test(element.textContent));
}
