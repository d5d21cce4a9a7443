import { searchTerms } from '../convert/links/search-terms.js';
import type { ExtractionRequest } from '../model/extraction/extraction.js';
import { wordsOf } from './mapping/words-of.js';
import { isPart, OF_INNER_VALUES, OF_SAME_VALUE, partsBelow } from './schema/schema-keywords.js';

/** Generic words of extraction requests. */
const ASKING: ReadonlySet<string> = new Set(
  'all any as be can data describe each every extract fetch find get give have information into json list me name page pages please provide return show site tell their them these they value website web'.split(
    ' ',
  ),
);
const MAX_WORDS = 24;
const MAX_CHARS = 4_000;
const MAX_DEPTH = 8;

/**
 * Words that describe the topic of an extraction: those of the prompt, then the property names of the schema. Limited
 * in number for ranking.
 */
export function topicWords({ prompt = '', schema }: Pick<ExtractionRequest, 'prompt' | 'schema'>): string[] {
  const names = schema ? namesOf(schema, MAX_DEPTH).flatMap(wordsOf).join(' ') : '';
  const terms = searchTerms(`${prompt.slice(0, MAX_CHARS)} ${names.slice(0, MAX_CHARS)}`);
  return terms.filter((term) => term.length > 1 && !ASKING.has(term)).slice(0, MAX_WORDS);
}

/** Property names, outer ones first. */
function namesOf(schema: unknown, depth: number): string[] {
  if (!isPart(schema) || depth === 0) return [];
  const own = isPart(schema['properties']) ? Object.keys(schema['properties']) : [];
  const inner = [...partsBelow(schema, OF_SAME_VALUE), ...partsBelow(schema, OF_INNER_VALUES)];
  return [...own, ...inner.flatMap((one) => namesOf(one, depth - 1))];
}
