import type { Document } from 'domhandler';
import { adoptMisnested } from './adopt-misnested.js';
import { ForeignContent } from './foreign-content.js';
import { NodePlacer } from './node-placer.js';
import { isBlank } from '../dom/is-blank.js';
import { PageElement } from '../dom/nodes.js';
import { TableParts } from './table-parts.js';
import { Trait, traitsOf } from './tag-traits.js';
import { appendNode } from '../dom/tree-edits.js';

const PARAGRAPH_SCOPE = Trait.scope | Trait.buttonScope;
const ITEM_SCOPE = Trait.scope | Trait.listScope;

/**
 * Builds the tree of a page from its tags and texts like browsers, as far as it affects the content: omitted end tags,
 * misnested formatting, stray text in tables, one body.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 */
export class TreeBuilder {
  /** Title, meta, link, base and structured-data elements in document order. */
  readonly statements: PageElement[] = [];
  private readonly placer: NodePlacer;
  private readonly tables: TableParts;
  private html: PageElement | null = null;
  private head: PageElement | null = null;
  private body: PageElement | null = null;
  private readonly foreign: ForeignContent;
  private hasForm = false;
  /** True if a select was opened and may still be open. */
  private hasSelect = false;
  private dropsNewline = false;
  /** True if the page consists of frames: it shows no text of its own. */
  private isFrameset = false;

  constructor(readonly root: Document) {
    this.placer = new NodePlacer(root);
    this.tables = new TableParts(this.placer);
    this.foreign = new ForeignContent(this.placer);
  }

  /** True if nodes beyond the depth or number limits were flattened or omitted. */
  get truncated(): boolean {
    return this.placer.truncated;
  }

  /** True inside svg and math, where self-closing tags are supported. */
  get isForeign(): boolean {
    return this.foreign.isOpen;
  }

  /** True if the current element is one of svg or math, where text has rules of its own. */
  get isInForeign(): boolean {
    return this.foreign.isOpen && this.foreign.holdsCurrent;
  }

  startTag(written: string, attribs: Record<string, string>, closesItself: boolean): void {
    const name = written === 'image' && !this.isForeign ? 'img' : written;
    const traits = traitsOf(name);
    this.dropsNewline = false;
    if (this.isFrameset && !IN_FRAMESET.has(name)) return;
    if (name === 'frameset' && !this.body && !this.isInHeadElement()) this.isFrameset = true;
    if (name === 'html' || name === 'head' || name === 'body') return this.startFrame(name, attribs);
    if (this.foreign.isOpen) {
      if (!(traits & Trait.notForeign) || this.foreign.isIntegrationPoint()) {
        return this.foreign.start(name, attribs, closesItself || (traits & Trait.void) !== 0);
      }
      this.foreign.leave();
    }
    if (!this.body && !this.belongsToHead(traits)) this.beginBody();
    if (traits & Trait.tablePart) return this.tables.start(name, traits, attribs);
    if (!this.makeWay(name, traits)) return;
    this.startElement(name, traits, attribs, closesItself);
  }

  endTag(name: string): void {
    this.dropsNewline = false;
    if (this.placer.closeBeyondDepth(name)) return;
    const traits = traitsOf(name);
    if (name === 'br') return this.startTag('br', {}, false);
    if (name === 'html' || name === 'body' || (traits & Trait.void) !== 0) return;
    if (this.foreign.isOpen && this.foreign.end(name)) return;
    if (name === 'head') return this.closeNearest('head');
    if (traits & Trait.formatting) return this.endFormatting(name);
    if (traits & (Trait.tableSkeleton | Trait.cell)) return this.tables.end(name, traits);
    if (traits & Trait.heading) return this.endHeading();
    if (name === 'p') return this.endParagraph();
    if (name === 'li') return this.endInScope('li', ITEM_SCOPE);
    if (name === 'dd' || name === 'dt') return this.endInScope(name);
    if (traits & Trait.block) return this.endBlock(name);
    this.endAny(name);
  }

  text(data: string): void {
    if (this.isFrameset && this.placer.open.current?.name !== 'noframes') return;
    const text = this.dropsNewline && data.startsWith('\n') ? data.slice(1) : data;
    this.dropsNewline = false;
    if (text === '') return;
    const hasNoText = isBlank(text);
    if (!this.body) {
      if (
        hasNoText &&
        (this.placer.open.current === this.head ||
          this.placer.open.current === this.html ||
          !this.placer.open.current)
      )
        return;
      if (!this.isInHeadElement()) this.beginBody();
    }
    const inSkeleton = (this.placer.open.currentTraits & Trait.tableSkeleton) !== 0;
    if (!hasNoText && !inSkeleton && !this.foreign.isOpen) this.placer.reopenFormatting();
    if (inSkeleton && !hasNoText) return this.placer.fosterText(text);
    this.placer.appendText(text);
  }

  /** Handles html, head and body: each exists once, later tags only add attributes. */
  private startFrame(name: 'html' | 'head' | 'body', attribs: Record<string, string>): void {
    if (name === 'html') {
      if (this.html) mergeAttributes(this.html, attribs);
      else this.beginHtml(attribs);
    } else if (name === 'head') {
      if (this.head || this.body) return;
      if (!this.html) this.beginHtml({});
      this.head = this.placer.append('head', attribs);
      if (this.head) this.placer.open.push(this.head);
    } else {
      if (this.body) mergeAttributes(this.body, attribs);
      else this.beginBody(attribs);
    }
  }

  private beginHtml(attribs: Record<string, string>): void {
    this.placer.open.closeFrom(0);
    this.html = new PageElement('html', attribs);
    appendNode(this.root, this.html);
    this.placer.open.push(this.html);
    this.statements.push(this.html);
  }

  private beginBody(attribs: Record<string, string> = {}): void {
    if (!this.html) this.beginHtml({});
    this.placer.open.closeFrom(1);
    this.body = new PageElement('body', attribs);
    appendNode(this.html!, this.body);
    this.placer.open.push(this.body);
  }

  private belongsToHead(traits: number): boolean {
    if (traits & Trait.head) {
      if (!this.html) this.beginHtml({});
      return true;
    }
    return this.isInHeadElement();
  }

  /** True inside an element of the head, such as noscript, which takes all following content. */
  private isInHeadElement(): boolean {
    const { current } = this.placer.open;
    return current !== undefined && current !== this.head && current !== this.html;
  }

  /** Closes elements implied by a start tag. Returns false if the tag itself is ignored. */
  private makeWay(name: string, traits: number): boolean {
    if (name === 'form') {
      if (this.hasForm) return false;
      this.hasForm = true;
    }
    if (name === 'li') this.closeItem(LI);
    else if (name === 'dd' || name === 'dt') this.closeItem(DEFINITION);
    if (traits & Trait.endsParagraph) this.endInScope('p', PARAGRAPH_SCOPE);
    if (traits & this.placer.open.currentTraits & Trait.heading) this.placer.open.pop();
    if (name === 'a') this.closeOpenLink();
    else if (name === 'button' || name === 'nobr') this.endInScope(name);
    else if (name === 'option' || name === 'optgroup') this.closeOption(name);
    else if (name === 'table' && this.placer.open.currentTraits & Trait.tableSkeleton)
      this.tables.end('table', Trait.tableSkeleton);
    if (this.hasSelect && (traits & Trait.endsParagraph || CLOSES_SELECT.has(name))) {
      this.hasSelect = false;
      this.endInScope('select');
    }
    if (name === 'select') this.hasSelect = true;
    return true;
  }

  private startElement(
    name: string,
    traits: number,
    attribs: Record<string, string>,
    closesItself: boolean,
  ): void {
    if (!(traits & (Trait.endsParagraph | Trait.head))) this.placer.reopenFormatting();
    const element = this.placer.append(name, attribs);
    if (!element) return;
    if (traits & Trait.head && name !== 'noscript') this.statements.push(element);
    if (traits & Trait.void) return;
    const isForeignRoot = name === 'svg' || name === 'math';
    if (isForeignRoot && closesItself) return;
    if (!this.placer.pushOpen(element, traits)) return;
    this.foreign.entered(name);
    if (traits & Trait.formatting) this.placer.formatting.add(element);
    if (name === 'applet' || name === 'marquee' || name === 'object' || name === 'template')
      this.placer.formatting.mark();
    this.dropsNewline = name === 'pre' || name === 'textarea' || name === 'listing';
  }

  // ---- formatting

  private endFormatting(name: string): void {
    if (!adoptMisnested(name, this.placer.open, this.placer.formatting)) this.endAny(name);
  }

  private closeOpenLink(): void {
    const link = this.placer.formatting.find('a');
    if (!link) return;
    adoptMisnested('a', this.placer.open, this.placer.formatting);
    this.placer.formatting.remove(link);
    const at = this.placer.open.placeOf(link);
    if (at >= 0) this.placer.open.removeAt(at);
  }

  // ---- ends

  private endInScope(name: string, stopsAt?: number): void {
    const at = this.placer.open.findInScope(name, stopsAt);
    if (at >= 0) this.placer.open.closeFrom(at);
  }

  /** An end tag without a paragraph creates an empty one, which separates the text around it. */
  private endParagraph(): void {
    if (this.placer.open.findInScope('p', PARAGRAPH_SCOPE) >= 0) this.endInScope('p', PARAGRAPH_SCOPE);
    else if (this.body) this.placer.append('p', {});
  }

  private endBlock(name: string): void {
    if (name === 'form') return this.endForm();
    this.endInScope(name);
    if (name === 'applet' || name === 'marquee' || name === 'object') this.placer.formatting.clearToMarker();
  }

  /** Closes only the form; elements inside it remain open. */
  private endForm(): void {
    this.hasForm = false;
    const at = this.placer.open.findInScope('form');
    if (at < 0) return;
    while (this.placer.open.depth - 1 > at && IMPLIED_ENDS.has(this.placer.open.current!.name))
      this.placer.open.pop();
    this.placer.open.removeAt(at);
  }

  private endHeading(): void {
    for (let at = this.placer.open.depth - 1; at >= 0; at--) {
      const traits = this.placer.open.traitsAt(at);
      if (traits & Trait.heading) return this.placer.open.closeFrom(at);
      if (traits & Trait.scope) return;
    }
  }

  private endAny(name: string): void {
    for (let at = this.placer.open.depth - 1; at >= 0; at--) {
      if (this.placer.open.at(at)!.name === name) {
        if (name === 'template') this.placer.formatting.clearToMarker();
        return this.placer.open.closeFrom(at);
      }
      // An inline end tag must not close a block.
      if (this.placer.open.traitsAt(at) & Trait.special) return;
    }
  }

  private closeNearest(name: string): void {
    const at = this.placer.open.find(name);
    if (at >= 0) this.placer.open.closeFrom(at);
  }

  /** An item closes the previous one, unless a block is between them. */
  private closeItem(names: ReadonlySet<string>): void {
    for (let at = this.placer.open.depth - 1; at >= 0; at--) {
      const { name } = this.placer.open.at(at)!;
      if (names.has(name)) return this.placer.open.closeFrom(at);
      if (
        this.placer.open.traitsAt(at) & Trait.special &&
        name !== 'address' &&
        name !== 'div' &&
        name !== 'p'
      )
        return;
    }
  }

  private closeOption(name: string): void {
    if (this.placer.open.current?.name === 'option') this.placer.open.pop();
    if (name === 'optgroup' && this.placer.open.current?.name === 'optgroup') this.placer.open.pop();
  }
}

const IN_FRAMESET = new Set(['frameset', 'frame', 'noframes', 'html']);
const LI = new Set(['li']);
const CLOSES_SELECT = new Set(['select', 'input', 'textarea']);
/** Elements with an optional end tag. */
const IMPLIED_ENDS = new Set(['p', 'li', 'dd', 'dt', 'option', 'optgroup', 'rb', 'rp', 'rt', 'rtc']);
const DEFINITION = new Set(['dd', 'dt']);

function mergeAttributes(element: PageElement, attribs: Record<string, string>): void {
  for (const name of Object.keys(attribs)) element.attribs[name] ??= attribs[name]!;
}
