/** Dot leaders before a page number or the next column. */
const LEADER_AT_END = /(?:(?:[.·]\s?){4,}|…{2,})\s*[\divxlc]*$/i;
/** Characters at the end of a line that show a leader: a line of dots would take quadratic time. */
const LEADER_CHARS = 200;
const LEADER_WORD = /^(?:[.·…]{2,}|[.·…])$/;

/** True if the line is an entry of a table of contents. */
export function endsWithLeader(text: string): boolean {
  return LEADER_AT_END.test(text.slice(-LEADER_CHARS));
}

/** True if the word is only a part of a leader. */
export function isLeader(word: string): boolean {
  return LEADER_WORD.test(word);
}
