import type { Block } from './block.js';

/** Names of figures, tables and similar objects at the beginning of captions, ... */
const NAME =
  /(?:fig|tab|abb|рис|табл)\.\s*|(?:fig|figure|table|listing|algorithm|chart|scheme|plate|exhibit|abbildung|tabelle|figura|tabla|tabela|tabella|tableau|рисунок|таблица)\s+|[図圖图表]\s*/;
/** ... and their number with the punctuation after it. */
const NUMBER = /(\d{1,3}|[IVX]{1,5}|[A-Z])(?:[.-]\d{1,3})*\s*(?:[.|\u2013\u2014](?=\s|$)|(:(?=\s|$)|\uFF1A))/;
const CAPTION = new RegExp(`^(?:${NAME.source})${NUMBER.source}`, 'iu');

/** True if the text begins like a caption: with `Figure 2:`, but not with `Figure 2 shows`. */
export function beginsCaption(text: string): boolean {
  return markOf(text) !== null;
}

/** True if the text cannot be the rest of a sentence, which may end with `Figure 2.` */
export function beginsCaptionAnywhere(text: string): boolean {
  return markOf(text) === 'colon';
}

function markOf(text: string): 'colon' | 'other' | null {
  const [match, number, colon] = CAPTION.exec(text) ?? [];
  // a lower-case letter is a variable of a formula, not a caption number
  if (match === undefined || /^\p{Ll}/u.test(number!)) return null;
  return colon === undefined ? 'other' : 'colon';
}

export function isCaption(block: Block): boolean {
  return block.kind === 'paragraph' && beginsCaption(block.lines[0]!.text);
}
