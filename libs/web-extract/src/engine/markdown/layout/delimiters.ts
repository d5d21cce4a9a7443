import { PrintElement, PrintText, type PrintKind, type PrintNode } from '../print-node.js';

type Emphasis = 'strong' | 'emphasis' | 'strike';

const MARKS: Readonly<Record<Emphasis, readonly (readonly [string, string])[]>> = {
  strong: [
    ['**', '**'],
    ['__', '__'],
    ['<strong>', '</strong>'],
  ],
  emphasis: [
    ['*', '*'],
    ['_', '_'],
    ['<em>', '</em>'],
  ],
  strike: [
    ['~~', '~~'],
    ['<del>', '</del>'],
  ],
};

const SPACE = /^\s$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;
/** Renderers differ on symbols: next to the mark they are taken for punctuation, outside they are not relied upon. */
const SURE_PUNCTUATION = /^[\p{P}!-/:-@[-`{-~]$/u;

/**
 * Tells each text and emphasis of a finished line what stands around it, and chooses marks that open and close there.
 * Where none would (between a letter and a bracket, say), tags are written: they always render.
 *
 * @param around what is printed around the line: a space, or the mark of the element that holds it
 * @see https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis
 */
export function settleLine(nodes: readonly PrintNode[], around: string, parent: PrintKind | null): void {
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const before = at > 0 ? lastChar(nodes[at - 1]!) : around;
    const after = at + 1 < nodes.length ? firstChar(nodes[at + 1]!) : around;
    if (node instanceof PrintText) {
      node.before = before;
      node.after = after;
    } else if (isEmphasis(node.kind)) {
      node.delimiters = chooseMarks(node, node.kind, parent, before, after);
    }
  }
}

function isEmphasis(kind: PrintKind): kind is Emphasis {
  return kind === 'strong' || kind === 'emphasis' || kind === 'strike';
}

function chooseMarks(
  node: PrintElement,
  kind: Emphasis,
  parent: PrintKind | null,
  before: string,
  after: string,
): readonly [string, string] {
  const inner = node.childNodes;
  const opens = canStand(before, firstChar(inner[0]!));
  const closes = canStand(after, lastChar(inner.at(-1)!));
  const marks = MARKS[kind];
  if (!opens || !closes) return marks.at(-1)!;
  if (kind === 'strike') return marks[0]!;
  const touchesStar = before === '*' || after === '*';
  const nested = parent === kind || (parent === 'strong' && kind === 'emphasis' && touchesStar);
  if (!nested && !(touchesStar && parent === null)) return marks[0]!;
  return isBoundary(before) && isBoundary(after)
    ? marks[1]!
    : nested && parent !== kind
      ? marks[0]!
      : marks.at(-1)!;
}

/** A mark opens (or closes) beside `inner` unless that is punctuation and a letter is on its other side. */
function canStand(outer: string, inner: string): boolean {
  return !PUNCTUATION.test(inner) || isBoundary(outer);
}

function isBoundary(char: string): boolean {
  return SPACE.test(char) || SURE_PUNCTUATION.test(char);
}

/** The first character that a node prints. */
function firstChar(node: PrintNode): string {
  if (node instanceof PrintText) return String.fromCodePoint(node.value.codePointAt(0) ?? 32);
  return edgeOf(node.kind, true);
}

function lastChar(node: PrintNode): string {
  if (!(node instanceof PrintText)) return edgeOf(node.kind, false);
  const { value } = node;
  const last = value.charCodeAt(value.length - 1);
  const isPair = last >= 0xdc00 && last <= 0xdfff && value.length > 1;
  return isPair ? value.slice(-2) : value.slice(-1);
}

function edgeOf(kind: PrintKind, isFirst: boolean): string {
  switch (kind) {
    case 'break':
      return ' ';
    case 'link':
      return isFirst ? '[' : ')';
    case 'image':
      return isFirst ? '!' : ')';
    case 'code':
      return '`';
    case 'strike':
      return '~';
    case 'math':
      return '$';
    case 'strong':
    case 'emphasis':
      return '*';
    default:
      return isFirst ? '<' : '>';
  }
}
