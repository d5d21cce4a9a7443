import type { AnyNode } from 'domhandler';
import { PAGE_MARK, PageElement, PageText, PICTURE_MARK } from '../markup/dom/nodes.js';
import { appendNode } from '../markup/dom/tree-edits.js';
import type { DocumentBudget } from '../document-budget.js';
import { pictureDescription } from '../pictures/picture-description.js';

/**
 * Maximum depth; deeper elements are omitted, but not their content. Far below the depth that the later stages support.
 */
const MAX_DEPTH = 200;
/** Longer attribute values are dropped; no URL is that long. */
const MAX_ATTRIBUTE_CHARS = 8_192;
const SHORT_ATTRIBUTE_CHARS = 256;
/** A page node takes three times the memory of an XML element. */
const ADOPTED_COST = 3;

/**
 * Writes the element tree of a document, with the same node types and element names as HTML pages. Content written
 * before an early end of reading is kept.
 */
export class TreeWriter {
  /** Root element of the document. */
  readonly body = new PageElement('body', {});
  private readonly open: PageElement[] = [this.body];
  private beyondDepth = 0;
  private written = 0;
  private adopted = false;

  constructor(private readonly budget: DocumentBudget) {}

  /** True if only empty elements were written so far. */
  get isEmpty(): boolean {
    return this.written === 0;
  }

  /** Number of characters written. */
  get characters(): number {
    return this.written;
  }

  /** True if it contains adopted page nodes, which may be any HTML. */
  get holdsMarkup(): boolean {
    return this.adopted;
  }

  /** Begins an element; {@link end} ends it. @returns null if it is omitted because of its depth */
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

  /** Counts long values like text: a file can repeat one URL in any number of links. */
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

  /** Writes text; white space has the same meaning as in HTML. */
  text(data: string): void {
    if (data === '') return;
    this.budget.spend('characters', data.length);
    this.written += data.length;
    const parent = this.open.at(-1)!;
    const last = parent.children.at(-1);
    if (last instanceof PageText) last.data += data;
    else appendNode(parent, new PageText(data));
  }

  /** Writes an element that contains only text. */
  element(name: string, text = '', attribs: Record<string, string> = {}): void {
    this.start(name, attribs);
    this.text(text);
    this.end();
  }

  /** Writes the description of a picture; the picture itself is not part of the result. */
  picture(written: string): void {
    const description = pictureDescription(written);
    if (description !== '') this.element('img', '', { alt: description, [PICTURE_MARK]: '' });
  }

  /** Marks the beginning of page `number`, if page markers are enabled. */
  pageMark(number: number): void {
    this.element('hr', '', { [PAGE_MARK]: String(number) });
  }

  /**
   * Moves nodes of another tree, such as an HTML chapter, into this one.
   *
   * @param size number of text characters and nodes
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
