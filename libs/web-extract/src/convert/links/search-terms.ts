/** Words that say nothing about the topic of a search. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an the and or of for to in on at by with from is are be do does how what where when which who why i you we it this that my your our'.split(
    ' ',
  ),
);

/** Runs of letters and digits, or single characters of scripts that put no blanks between words. */
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{L}\p{N}]+/gu;
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const NON_ASCII = /[^\0-\x7f]/;
const ASCII_WORDS = /[a-z0-9]+/g;

/**
 * The terms of a text: words in lower case without accents; of scripts without blanks, every two neighbouring
 * characters.
 */
export function termsOf(text: string): string[] {
  if (!NON_ASCII.test(text)) return text.toLowerCase().match(ASCII_WORDS) ?? [];
  const plain = withoutMarks(withoutMarks(text).normalize('NFKD')).toLowerCase();
  return (plain.match(WORDS) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairs(word) : [word]));
}

/** Done before normalising too: sorting a long run of marks takes quadratic time. */
const withoutMarks = (text: string): string => text.replace(/\p{M}+/gu, '');

/** The terms of a search, each once; words without meaning of their own count only when there are no others. */
export function searchTerms(search: string): string[] {
  const terms = [...new Set(termsOf(search))];
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  return telling.length > 0 ? telling : terms;
}

/** Shorter words begin too many others to say anything. */
const MIN_PREFIX_CHARS = 3;
const MIN_INNER_CHARS = 4;

/** Returns the similarity of a term to a search term: 1 for the same word, 0 for unrelated words. */
export function relation(searched: string, term: string): number {
  if (term === searched) return 1;
  const begin = term[0] === searched[0] ? relationOfBeginnings(searched, term) : 0;
  if (begin > 0) return begin;
  return searched.length >= MIN_INNER_CHARS && term.includes(searched) ? 0.3 : 0;
}

function relationOfBeginnings(searched: string, term: string): number {
  if (stem(term) === stem(searched)) return 0.9;
  const [short, long] = term.length < searched.length ? [term, searched] : [searched, term];
  return short.length >= MIN_PREFIX_CHARS && long.startsWith(short) ? 0.5 : 0;
}

/** Forms of one English word, roughly: enough for the words of menus and addresses. */
export function stem(word: string): string {
  const bare = word.replace(/(?:'s|s)$/, '');
  const root = bare.replace(/(?:ies|ie)$/, 'y').replace(/(?:ing|ed|e)$/, '');
  return root.length >= MIN_PREFIX_CHARS ? root.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : bare;
}

function pairs(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => (characters[index] as string) + character);
}
