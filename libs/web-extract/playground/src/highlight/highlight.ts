import { LANGUAGES, type Language, type TokenKind } from './languages.js';

/** Part of a text; `kind` is null for plain text. */
export interface Token {
  readonly kind: TokenKind | null;
  readonly text: string;
}

/** Text after this many characters stays plain: each token is an element of the page. */
export const MAX_HIGHLIGHTED_CHARS = 40_000;

/** Splits a text into tokens. The texts of all tokens joined are the text. */
export function highlight(text: string, language: Language): Token[] {
  const head = text.slice(0, MAX_HIGHLIGHTED_CHARS);
  const tokens: Token[] = [];
  let end = 0;
  for (const match of head.matchAll(LANGUAGES[language])) {
    if (match[0] === '') continue;
    if (match.index > end) tokens.push({ kind: null, text: head.slice(end, match.index) });
    tokens.push({ kind: kindOf(match), text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) tokens.push({ kind: null, text: text.slice(end) });
  return tokens;
}

function kindOf({ groups = {} }: RegExpExecArray): TokenKind | null {
  const found = Object.entries(groups).find(([, value]) => value !== undefined);
  return (found?.[0] as TokenKind | undefined) ?? null;
}
