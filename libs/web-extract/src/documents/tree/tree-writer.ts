import type { AnyNode } from 'domhandler';
import { PAGE_MARK, PageElement, PageText, PICTURE_MARK } from '../../markup/dom/nodes.js';
import { appendNode } from '../../markup/dom/tree-edits.js';
import type { DocumentBudget } from '../document-budget.js';

/** Deeper elements are left out, what they hold is not. Far below what the later stages can walk. */
const MAX_DEPTH = 200;
/** Longer values of attributes are left out: no address is. */
const MAX_ATTRIBUTE_CHARS = 8_192;
const SHORT_ATTRIBUTE_CHARS = 256;
/** A node of a page takes three times the memory of an element of a part. */
const ADOPTED_COST = 3;

/**
 * Writes the element tree of a document: the same tree that HTML pages have, with the elements of HTML. What is written stays
 * when the reading ends early.
 */
export class TreeWriter {
  /** Its children are the document. */
  readonly body = new PageElement('body', {});
  private readonly open: PageElement[] = [this.body];
  private beyondDepth = 0;
  private written = 0;
  private adopted = false;

  constructor(private readonly budget: DocumentBudget) {}

  /** Nothing but empty elements so far. */
  get isEmpty(): boolean {
    return this.written === 0;
  }

  /** Letters written. */
  get characters(): number {
    return this.written;
  }

  /** Nodes of pages are in it, with all that pages have. */
  get holdsMarkup(): boolean {
    return this.adopted;
  }

  /** Begins an element; {@link end} ends it. @returns null when it is left out for its depth */
  start(name: string, attribs: Record<string, string> = {}): PageElement | null {
    this.budget.spend(name === 'td' || name === 'th' ? 'cells' : 'elements');
    for (const attribute in attribs) this.checkAttribute(attribs, attribute);
    if (this.open.length >= MAX_DEPTH) {
      this.beyondDepth++;
      return null;
    }
    const element = new PageElement(name, attribs);
    appendNode(this.open.at(-1)!, element);
    this.open.push(element);
    return element;
  }

  /** Long values count like text: one address of the file may be written for any number of links. */
  private checkAttribute(attribs: Record<string, string>, name: string): void {
    const { length } = attribs[name]!;
    if (length <= SHORT_ATTRIBUTE_CHARS) return;
    if (length > MAX_ATTRIBUTE_CHARS) delete attribs[name];
    else this.budget.spend('characters', length);
  }

  end(): void {
    if (this.beyondDepth > 0) this.beyondDepth--;
    else if (this.open.length > 1) this.open.pop();
  }

  /** Text as it is read; white space means what it means in HTML. */
  text(data: string): void {
    if (data === '') return;
    this.budget.spend('characters', data.length);
    this.written += data.length;
    const parent = this.open.at(-1)!;
    const last = parent.children.at(-1);
    if (last instanceof PageText) last.data += data;
    else appendNode(parent, new PageText(data));
  }

  /** A whole element that holds nothing but text. */
  element(name: string, text = '', attribs: Record<string, string> = {}): void {
    this.start(name, attribs);
    this.text(text);
    this.end();
  }

  /** A picture that is not in the answer: only its description is. */
  picture(description: string): void {
    if (description.trim() !== '') this.element('img', '', { alt: description, [PICTURE_MARK]: '' });
  }

  /** Notes that page `number` begins here, where page markers are wanted. */
  pageMark(number: number): void {
    this.element('hr', '', { [PAGE_MARK]: String(number) });
  }

  /**
   * Moves in nodes of another tree, such as those of a chapter in HTML.
   *
   * @param size letters of text and nodes that they hold
   */
  adopt(nodes: readonly AnyNode[], { characters, elements }: { characters: number; elements: number }): void {
    this.budget.spend('characters', characters);
    this.budget.spend('elements', elements * ADOPTED_COST);
    this.written += characters;
    this.adopted = true;
    const parent = this.open.at(-1)!;
    for (const node of nodes) {
      node.prev = null;
      node.next = null;
      appendNode(parent, node);
    }
  }
}
