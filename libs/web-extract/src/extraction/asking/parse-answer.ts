import { isModestJson, structureOf } from '../../web/json-structure.js';

/** Maximum length of an answer; models write a tenth of it. */
const MAX_ANSWER_CHARS = 1_048_576;
/** Maximum number of fenced blocks and of bracketed sections that are tried. */
const MAX_PIECES = 20;

/** Parses the JSON in a model answer, in linear time. Returns `undefined` if there is none or it exceeds the limits. */
export function parseAnswer(text: string): unknown {
  if (text.length > MAX_ANSWER_CHARS) return undefined;
  const answer = withoutThoughts(text.replace(/^\uFEFF/, '')).trim();
  for (const candidate of candidatesOf(answer)) {
    const value = parseOrUndefined(candidate);
    if (typeof value === 'object' && value !== null) return value;
  }
  return undefined;
}

function withoutThoughts(text: string): string {
  const small = text.toLowerCase();
  const ends = ['</think>', '</thinking>'].map((mark) => {
    const at = small.lastIndexOf(mark);
    return at < 0 ? 0 : at + mark.length;
  });
  return text.slice(Math.max(...ends));
}

/** Candidates in order: the whole answer, fenced blocks, then bracketed sections by descending length. */
function* candidatesOf(answer: string): Generator<string> {
  yield answer;
  yield* fenced(answer);
  yield* [...bracketed(answer)].sort((a, b) => b.length - a.length);
}

const FENCE = '```';

/** Blocks between fences; a block at the start of the answer may lack a closing fence. */
function* fenced(answer: string): Generator<string> {
  let open = answer.indexOf(FENCE);
  for (let blocks = 0; open >= 0 && blocks < MAX_PIECES; blocks++) {
    const start = open + FENCE.length;
    const close = answer.indexOf(FENCE, start);
    if (close >= 0 || open === 0) yield withoutLanguage(answer.slice(start, close < 0 ? undefined : close));
    open = close < 0 ? -1 : answer.indexOf(FENCE, close + FENCE.length);
  }
}

/** Removes the language after a fence, as in ```json. */
function withoutLanguage(block: string): string {
  let at = 0;
  while (at < block.length && /[\w-]/.test(block[at]!)) at++;
  return block.slice(at).trim();
}

/**
 * Sections in brackets. Prose may contain brackets, so each section is tried. An unclosed bracket means that the answer
 * is truncated, so sections inside it would be incomplete.
 */
function* bracketed(answer: string): Generator<string> {
  let at = answer.search(BRACKET);
  for (let pieces = 0; at >= 0 && pieces < MAX_PIECES; pieces++) {
    const end = endOfValue(answer, at);
    if (end === null) return;
    yield answer.slice(at, end);
    const next = answer.slice(end).search(BRACKET);
    at = next < 0 ? -1 : end + next;
  }
}

const BRACKET = /[{[]/;

/** Position after the bracket that closes the one at `start`, ignoring strings; null if there is none. */
function endOfValue(text: string, start: number): number | null {
  for (const { at, depth } of structureOf(text, start)) if (depth === 0) return at + 1;
  return null;
}

function parseOrUndefined(json: string): unknown {
  try {
    return isModestJson(json) ? (JSON.parse(json) as unknown) : undefined;
  } catch {
    return undefined; // try the next candidate
  }
}
