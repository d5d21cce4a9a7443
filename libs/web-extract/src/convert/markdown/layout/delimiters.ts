import { LayoutElement, LayoutText, type LayoutKind, type LayoutNode } from '../layout-node.js';

type Emphasis = 'strong' | 'emphasis' | 'strike';

type Marks = readonly [string, string];

/** Delimiters of each kind, alternatives next to the first ones, and tags where no delimiter works. */
const MARKS: Readonly<Record<Emphasis, readonly [Marks, Marks | null, Marks]>> = {
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
  strike: [['~~', '~~'], null, ['<del>', '</del>']],
};

const SPACE = /^\s$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;
/** Renderers differ on symbols: next to the mark they are taken for punctuation, outside they are not relied upon. */
const SURE_PUNCTUATION = /^[\p{P}!-/:-@[-`{-~]$/u;

/**
 * Passes the surrounding characters to each text and emphasis of a finished line, and chooses delimiters that
 * open and close there. If there are none (between a letter and a bracket, for example), tags are written:
 * they always render.
 *
 * @param around text printed around the line: a space, or the delimiter of the parent element
 * @see https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis
 */
export function chooseDelimiters(
  nodes: readonly LayoutNode[],
  around: string,
  parent: LayoutKind | null,
): void {
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    const before = at > 0 ? lastChar(nodes[at - 1]!) : around;
    const after = at + 1 < nodes.length ? firstChar(nodes[at + 1]!) : around;
    if (node instanceof LayoutText) {
      node.before = before;
      node.after = after;
    } else if (isEmphasis(node.kind)) {
      const touchesParent = at === 0 || at === nodes.length - 1;
      const avoided = avoidedMark(node.kind, nodes[at - 1], parent, touchesParent);
      node.delimiters = chooseMarks(node, node.kind, avoided, before, after);
    }
  }
}

function isEmphasis(kind: LayoutKind): kind is Emphasis {
  return kind === 'strong' || kind === 'emphasis' || kind === 'strike';
}

/** Returns the delimiter that would merge with an adjacent one, or close the surrounding one. */
function avoidedMark(
  kind: Emphasis,
  previous: LayoutNode | undefined,
  parent: LayoutKind | null,
  touchesParent: boolean,
): string | null {
  if (previous instanceof LayoutElement && previous.delimiters) return previous.delimiters[1].slice(-1);
  if (parent === kind) return kind === 'strike' ? '~' : '*';
  return parent === 'strong' && kind === 'emphasis' && touchesParent ? '*' : null;
}

function chooseMarks(
  node: LayoutElement,
  kind: Emphasis,
  avoided: string | null,
  before: string,
  after: string,
): readonly [string, string] {
  const [marks, otherMarks, tags] = MARKS[kind];
  const first = firstChar(node.childNodes[0]!);
  const last = lastChar(node.childNodes.at(-1)!);
  if (!canStand(before, first) || !canStand(after, last)) return tags;
  if (!marks[0].startsWith(avoided ?? ' ')) return marks;
  // Underscores count only at the edges of words.
  return otherMarks && isBoundary(before) && isBoundary(after) ? otherMarks : tags;
}

/**
 * A delimiter opens (or closes) next to `inner`, unless that is punctuation with a letter on the other side.
 */
function canStand(outer: string, inner: string): boolean {
  return !PUNCTUATION.test(inner) || isBoundary(outer);
}

function isBoundary(char: string): boolean {
  return SPACE.test(char) || SURE_PUNCTUATION.test(char);
}

/** The first character that a node prints. */
function firstChar(node: LayoutNode): string {
  if (node instanceof LayoutText) return String.fromCodePoint(node.value.codePointAt(0) ?? 32);
  return node.kind === 'verbatim' ? (node.details.text![0] ?? ' ') : edgeOf(node.kind, true);
}

function lastChar(node: LayoutNode): string {
  if (!(node instanceof LayoutText)) {
    if (node.kind === 'verbatim') return node.details.text!.at(-1) ?? ' ';
    return node.delimiters?.[1].slice(-1) ?? edgeOf(node.kind, false);
  }
  const { value } = node;
  const last = value.charCodeAt(value.length - 1);
  const isPair = last >= 0xdc00 && last <= 0xdfff && value.length > 1;
  return isPair ? value.slice(-2) : value.slice(-1);
}

function edgeOf(kind: LayoutKind, isFirst: boolean): string {
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
