import { indexedStem } from '../../convert/words/count-stems.js';
import { termsOf } from '../../convert/links/search-terms.js';

const EXCERPT_CHARS = 240;

/** The passage of a text with the most words of a search, as plain text; its beginning when none has any. */
export function excerpt(text: string, stems: ReadonlySet<string>): string {
  let best = '';
  let most = -1;
  for (const passage of passagesOf(text)) {
    const found = wordsFound(passage, stems);
    if (found > most) [best, most] = [passage, found];
    if (most === stems.size) break;
  }
  return best;
}

/** Number of the words of a search that a text contains. */
export const wordsFound = (text: string, stems: ReadonlySet<string>): number =>
  new Set(
    termsOf(text)
      .map(indexedStem)
      .filter((term) => stems.has(term)),
  ).size;

/** Lines as they read, long ones cut between words. */
function* passagesOf(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    const plain = line
      .replace(/!?\[|\]/g, '')
      .replace(/^[\s#>|*+-]+|[*_`|\\]+/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    for (let at = 0; at < plain.length;) {
      const end = endOf(plain, at);
      yield plain.slice(at, end).trim();
      at = end;
    }
  }
}

function endOf(line: string, from: number): number {
  const end = from + EXCERPT_CHARS;
  if (end >= line.length) return line.length;
  const blank = line.slice(from, end + 1).lastIndexOf(' ');
  return blank > 0 ? from + blank : end;
}
