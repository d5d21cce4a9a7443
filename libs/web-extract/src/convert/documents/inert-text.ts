/** Start of an element, a comment or a URL in angle brackets. */
const TAG = String.raw`<(?=[A-Za-z/!?])`;

/** The end of a link's text, or of a reference's name, before an address that is none of the web; its length bounds the search. */
const STRANGE_LINK = String.raw`\](?=[(:]\s{0,80}(?:<(?!https?:)|(?!(?:https?|mailto|tel):)[^\s)]{0,64}[:&\\]))`;

/** Each with the backslashes before it: after an odd number of them it is text already. */
const LIVE = new RegExp(String.raw`(?<!\\)((?:\\\\)*)(${TAG}|${STRANGE_LINK})`, 'gi');

/** Fences that nothing around can hold or end: those at the very start of a line. */
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const ANY_FENCE = /`{3}|~{3}/;

/**
 * Escapes plain text for markdown, so that it contains no elements or executable links where markdown is
 * rendered with HTML. Plain text often contains markdown, so everything else, including fenced code, is kept.
 */
export function inertText(text: string): string {
  const fences = new Fences();
  let inert = '';
  let start = 0;
  // Outside fences several lines are processed together, because the URL of a reference may be in the next
  // line.
  let isCode = false;
  let at = 0;
  for (const line of text.match(/[^\r\n]*(?:\r\n?|\n|$)/g) ?? []) {
    const wasCode: boolean = isCode;
    isCode = fences.holds(line.replace(/[\r\n]+$/, ''));
    if (isCode !== wasCode) {
      inert += wasCode ? text.slice(start, at) : escapeLive(text.slice(start, at));
      start = at;
    }
    at += line.length;
  }
  return inert + (isCode ? text.slice(start) : escapeLive(text.slice(start)));
}

function escapeLive(text: string): string {
  return text.replace(LIVE, '$1\\$2');
}

/** Tracks fenced code line by line. After one ambiguous fence nothing is considered code. */
class Fences {
  private end: RegExp | null = null;
  private isUnsure = false;

  holds(line: string): boolean {
    if (this.isUnsure) return false;
    if (this.end) {
      if (this.end.test(line)) this.end = null;
      return this.end !== null;
    }
    const opening = FENCE.exec(line);
    const fence = opening?.[1] ?? opening?.[2];
    if (fence === undefined) this.isUnsure = ANY_FENCE.test(line);
    else this.end = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
    return this.end !== null;
  }
}
