import { LayoutElement, LayoutText, type LayoutNode } from '../layout-node.js';

/** Position of the text that is printed next. */
interface Position {
  atLineStart: boolean;
  /** A line of the block began with a bracket: a label may be open. */
  inLabel: boolean;
  /** Right after the mark of a note. */
  afterNote: boolean;
}

/**
 * Tells each text of a finished block where it stands, wherever it is nested: whether it begins a line, whether it can end the label of a
 * definition, and whether the mark of a note is before it.
 * @param startsLine true if nothing is printed before the block in its line
 */
export function placeTexts(nodes: readonly LayoutNode[], startsLine: boolean): void {
  const position: Position = { atLineStart: startsLine, inLabel: false, afterNote: false };
  const hasBracket = hasRaw(nodes, ']');
  const inLink = hasBracket && hasRaw(nodes, BACKTICK);
  place(nodes, position, { isNoLabel: startsLine && hasBracket, inLink });
}

interface Around {
  /** There is code or a formula that can end a label, which cannot be escaped: no label may begin then. */
  readonly isNoLabel: boolean;
  /** Brackets are escaped, as in a link: a label must not begin before code that renderers read in different ways. */
  readonly inLink: boolean;
}

function place(nodes: readonly LayoutNode[], position: Position, around: Around): void {
  for (const node of nodes) {
    if (node instanceof LayoutText) {
      if (node.value === '') continue;
      if (position.atLineStart && node.value.startsWith('[')) position.inLabel = true;
      setPlace(node, position, around);
      position.atLineStart = position.afterNote = false;
    } else if (node.kind === 'break') {
      position.atLineStart = true;
      position.afterNote = false;
    } else {
      position.atLineStart = false;
      position.afterNote = node.kind === 'verbatim';
      const inNewLink = node.kind === 'link' && !around.inLink;
      place(node.childNodes, position, inNewLink ? { ...around, inLink: true } : around);
    }
  }
}

function setPlace(text: LayoutText, position: Position, around: Around): void {
  text.atLineStart = position.atLineStart;
  text.inLabel = position.inLabel;
  text.afterNote = position.afterNote;
  text.isNoLabel = around.isNoLabel;
  if (around.inLink) text.inLink = true;
}

/** Kinds whose text is not escaped. */
const RAW = new Set(['code', 'math']);

/** Allocates nothing, because it is called for each line. */
function hasRaw(nodes: readonly LayoutNode[], mark: string): boolean {
  for (const node of nodes) {
    if (!(node instanceof LayoutElement)) continue;
    if (RAW.has(node.kind) && node.details.text!.includes(mark)) return true;
    if (hasRaw(node.childNodes, mark)) return true;
  }
  return false;
}

const BACKTICK = '`';

/** True for code that some renderers do not recognise between brackets: they would read a link in it, or in code behind it. */
export const isUnsureInLink = (code: string): boolean => code.includes(BACKTICK);
