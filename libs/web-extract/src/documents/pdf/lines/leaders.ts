/** Dots that lead the eye to the number of a page, or to the next column. */
const LEADER_AT_END = /(?:(?:[.·]\s?){4,}|…{2,})\s*[\divxlc]*$/i;
const LEADER_WORD = /^(?:[.·…]{2,}|[.·…])$/;

/** The line is an entry of a table of contents. */
export function endsWithLeader(text: string): boolean {
  return LEADER_AT_END.test(text);
}

/** A word that is nothing but a part of a leader. */
export function isLeader(word: string): boolean {
  return LEADER_WORD.test(word);
}
