import type { AnyNode, ParentNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  nextNode,
  nodeAfter,
  type PageElement,
} from '../../../markup/dom/nodes.js';
import { BLOCK_TAGS } from '../facts/element-kinds.js';

/** Words that notes, warnings and tips of any kind have in their class. */
const NOTICE = /(?:^|[\s_-])(?:admonition(?:block)?|callout|alert|notecard)(?:[\s_-]|$)/i;
const KINDS = new Set('note tip hint info important warning caution danger attention notice'.split(' '));
/** Classes of many other things: alone they make no note of a block with a title. */
const LOOSE_KINDS = new Set('info important success error question example'.split(' '));
/** Nearly all elements have no such class: looked at before anything else. */
const MAYBE_NOTICE =
  /admonition|callout|alert|note|tip|hint|info|important|warning|caution|danger|attention|notice|success|error|question|example/i;
const TITLE_CLASS = /title|heading|header|label/;
/** Longer texts are no titles. */
const MAX_TITLE_CHARS = 80;
/** Nodes before the first text: wrappers and a drawing. */
const MAX_NODES_BEFORE = 40;
/** Nodes that are looked at for a title, and for parts of a page in what has one: notes may stand in notes. */
const MAX_TITLE_NODES = 100;
const MAX_NOTICE_NODES = 1_000;
const UNREAD = new Set('script style template svg button input select'.split(' '));
const HEADING = /^h[3-6]$/;
/** What stands in one of these says more than a title does. */
const NO_TITLE = new Set('a h1 h2 nav form li'.split(' '));
/** What holds one of these is a part of the page. */
const CHAPTERS = new Set('h1 h2 main article nav'.split(' '));

/** The title of a note. */
export interface NoticeTitle {
  /** What holds the title, or the picture that stands for it, and nothing else. */
  readonly element: PageElement;
  /** The innermost element with the words of the title; where there is none, what the picture says. */
  readonly words: PageElement | string;
}

/** What the classes of an element say of it as a note. */
interface NoticeClass {
  readonly classes: readonly string[];
  readonly kinds: readonly string[];
  /** It is named as a note, of whatever kind. */
  readonly isNotice: boolean;
}

/** The title that a note, a warning or a tip begins with; null where there is none, or the element is something else. */
export function noticeTitle(notice: PageElement): NoticeTitle | null {
  const named = readClass(notice);
  const title = named && titleIn(notice, named);
  return title && saysMore(notice, title) ? title : null;
}

/** A kind stands alone or behind a class that is there, too: `hint hint-warning`. Null for what is named as no note. */
function readClass({ attribs }: PageElement): NoticeClass | null {
  const className = attribs['class'];
  if (className === undefined || !MAYBE_NOTICE.test(className)) return null;
  const classes = className.toLowerCase().split(/\s+/);
  const kinds = classes.flatMap((name) => {
    const kind = /[a-z]*$/.exec(name)![0];
    const block = name.slice(0, name.length - kind.length).replace(/[_-]+$/, '');
    const isKind = KINDS.has(kind) || LOOSE_KINDS.has(kind);
    return isKind && (block === '' || classes.includes(block)) ? kind : [];
  });
  const isNotice = NOTICE.test(className);
  return isNotice || kinds.length > 0 ? { classes, kinds, isNotice } : null;
}

function titleIn(notice: PageElement, named: NoticeClass): NoticeTitle | null {
  let node = nextNode(notice, notice);
  for (let left = MAX_NODES_BEFORE; node && left > 0; left--) {
    if (isText(node) && node.data.trim() !== '') return writtenTitle(node, notice, named);
    const drawn = isElement(node) ? drawnKind(node, named) : null;
    if (drawn !== null) return { words: drawn, element: aloneAround(node as PageElement, '', notice) };
    const isUnread = isElement(node) && UNREAD.has(node.name);
    node = isUnread ? nodeAfter(node, notice) : nextNode(node, notice);
  }
  return null;
}

/** A picture that names the kind. */
function drawnKind({ attribs, children }: PageElement, { kinds }: NoticeClass): string | null {
  const name = children.length > 0 ? '' : (attribs['title'] ?? attribs['alt'] ?? '');
  return kinds.includes(name.toLowerCase()) ? name : null;
}

/** A title in words: it says the kind, or is named as the title of this very block. */
function writtenTitle(first: AnyNode, notice: PageElement, named: NoticeClass): NoticeTitle | null {
  const inner = first.parent as PageElement;
  let holder = inner;
  while (holder !== notice && !BLOCK_TAGS.has(holder.name)) holder = holder.parent as PageElement;
  return titleBy(holder, notice, named) ?? (inner === holder ? null : titleBy(inner, notice, named));
}

function titleBy(words: PageElement, notice: PageElement, named: NoticeClass): NoticeTitle | null {
  const text = words === notice ? null : wordsOf(words);
  if (text === null) return null;
  const element = aloneAround(words, text, notice);
  const around = between(words, element);
  if (between(element, notice).slice(1, -1).some(readClass)) return null; // that of a note inside
  if (around.some(({ name }) => NO_TITLE.has(name))) return null;
  const saysKind = isKind(text, named);
  // A heading of a block that is any callout heads a part of the page.
  if (!saysKind && named.kinds.length === 0 && around.some(({ name }) => HEADING.test(name))) return null;
  return saysKind || around.some((at) => isNamedTitle(at, named)) ? { words, element } : null;
}

function isKind(text: string, { kinds, isNotice }: NoticeClass): boolean {
  const word = text.toLowerCase().replace(/[\s:.!]+$/, '');
  return KINDS.has(word) && (isNotice || kinds.includes(word));
}

/** Named as a title, and that of a note or of the block around it: `custom-block` and `custom-block-title`. */
function isNamedTitle({ attribs }: PageElement, { classes, isNotice }: NoticeClass): boolean {
  const titles = (attribs['class'] ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((name) => TITLE_CLASS.test(name));
  const blocks = classes.filter((name) => !LOOSE_KINDS.has(name));
  return titles.some(
    (title) => isNotice || NOTICE.test(title) || blocks.some((block) => isPartOf(title, block)),
  );
}

function isPartOf(name: string, block: string): boolean {
  return name.startsWith(block) && /^[_-]/.test(name.slice(block.length));
}

/** The outermost element below `notice` that has these words and no others. */
function aloneAround(inner: PageElement, text: string, notice: PageElement): PageElement {
  let element = inner;
  for (;;) {
    const { parent } = element;
    if (!isElement(parent) || parent === notice || wordsOf(parent) !== text) return element;
    element = parent;
  }
}

function between(inner: PageElement, outer: PageElement): PageElement[] {
  const elements = [inner];
  for (let at = inner; at !== outer;) elements.push((at = at.parent as PageElement));
  return elements;
}

/** All words in one line; null for more than a title has. */
function wordsOf(parent: ParentNode): string | null {
  let text = '';
  let left = MAX_TITLE_NODES;
  for (const node of descendants(parent)) {
    if (left-- <= 0 || text.length > 2 * MAX_TITLE_CHARS) return null;
    if (isText(node) && !UNREAD.has((node.parent as PageElement).name))
      text += node.data.replace(/\s+/g, ' ');
  }
  const squeezed = text.replace(/ +/g, ' ').trim();
  return squeezed.length > MAX_TITLE_CHARS ? null : squeezed;
}

/** Has more than its title, and is no part of the page. */
function saysMore(notice: PageElement, { element }: NoticeTitle): boolean {
  if (wordsOf(notice) === wordsOf(element)) return false;
  let left = MAX_NOTICE_NODES;
  for (const node of descendants(notice)) {
    if (left-- <= 0) break;
    if (isElement(node) && CHAPTERS.has(node.name)) return false;
  }
  return true;
}
