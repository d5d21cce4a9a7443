import type { AnyNode, ParentNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  nextNode,
  nodeAfter,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { BLOCK_TAGS } from '../block-features/element-kinds.js';

/** Class names of notes, warnings and tips of any kind. */
const NOTICE = /(?:^|[\s_-])(?:admonition(?:block)?|callout|alert|notecard)(?:[\s_-]|$)/i;
const KINDS = new Set('note tip hint info important warning caution danger attention notice'.split(' '));
/** Ambiguous class names: alone they do not make a block with a title a note. */
const LOOSE_KINDS = new Set('info important success error question example'.split(' '));
/** Fast check that excludes most elements. */
const MAYBE_NOTICE =
  /admonition|callout|alert|note|tip|hint|info|important|warning|caution|danger|attention|notice|success|error|question|example/i;
const TITLE_CLASS = /title|heading|header|label/;
/** Elements with longer class names are no notes: each class is compared with all others. */
const MAX_CLASS_CHARS = 500;
/** Maximum length of a title. */
const MAX_TITLE_CHARS = 80;
/** Maximum number of nodes before the first text: wrappers and an icon. */
const MAX_NODES_BEFORE = 40;
/** Maximum number of nodes searched for a title and for nested sections: notes may be nested. */
const MAX_TITLE_NODES = 100;
const MAX_NOTICE_NODES = 1_000;
const UNREAD = new Set('script style template svg button input select'.split(' '));
const HEADING = /^h[3-6]$/;
/** Elements whose text is more than a title. */
const NO_TITLE = new Set('a h1 h2 nav form li'.split(' '));
/** Elements that only sections of a page contain. */
const CHAPTERS = new Set('h1 h2 main article nav'.split(' '));

/** The title of a note. */
export interface NoticeTitle {
  /** The element that contains only the title, or the icon that represents it. */
  readonly element: PageElement;
  /** The innermost element with the words of the title; without one, the description of the icon. */
  readonly words: PageElement | string;
}

/** The classes of an element that identify it as a note. */
interface NoticeClass {
  readonly classes: readonly string[];
  readonly kinds: readonly string[];
  /** True if a class identifies it as a note of any kind. */
  readonly isNotice: boolean;
}

/**
 * Returns the title of a note, a warning or a tip; null if there is none, or the element is something
 * different.
 */
export function noticeTitle(notice: PageElement): NoticeTitle | null {
  const named = readClass(notice);
  const title = named && titleIn(notice, named);
  return title && saysMore(notice, title) ? title : null;
}

/**
 * Accepts a kind on its own or as a suffix of another class: `hint hint-warning`. Returns null if no class
 * identifies a note.
 */
function readClass({ attribs }: PageElement): NoticeClass | null {
  const className = attribs['class'];
  if (className === undefined || className.length > MAX_CLASS_CHARS || !MAYBE_NOTICE.test(className))
    return null;
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

/** Returns the kind named by an icon. */
function drawnKind({ attribs, children }: PageElement, { kinds }: NoticeClass): string | null {
  const name = children.length > 0 ? '' : (attribs['title'] ?? attribs['alt'] ?? '');
  return kinds.includes(name.toLowerCase()) ? name : null;
}

/** Finds a title in words: it names the kind, or has the class of this block's title. */
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
  if (between(element, notice).slice(1, -1).some(readClass)) return null; // the title of a nested note
  if (around.some(({ name }) => NO_TITLE.has(name))) return null;
  const saysKind = isKind(text, named);
  // A heading in a generic callout is the title of a section.
  if (!saysKind && named.kinds.length === 0 && around.some(({ name }) => HEADING.test(name))) return null;
  return saysKind || around.some((at) => isNamedTitle(at, named)) ? { words, element } : null;
}

function isKind(text: string, { kinds, isNotice }: NoticeClass): boolean {
  const word = text.toLowerCase().replace(/[\s:.!]+$/, '');
  return KINDS.has(word) && (isNotice || kinds.includes(word));
}

/**
 * Returns true for the class of a title, of a note or of the surrounding block: `custom-block` and
 * `custom-block-title`.
 */
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

/** Returns the outermost element below `notice` with exactly these words. */
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

/** Returns all words in one line; null if they are longer than a title. */
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

/** Returns true if there is more than the title, and the block is not a section of the page. */
function saysMore(notice: PageElement, { element }: NoticeTitle): boolean {
  if (wordsOf(notice) === wordsOf(element)) return false;
  let left = MAX_NOTICE_NODES;
  for (const node of descendants(notice)) {
    if (left-- <= 0) break;
    if (isElement(node) && CHAPTERS.has(node.name)) return false;
  }
  return true;
}
