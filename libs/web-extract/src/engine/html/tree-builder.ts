import type { Document } from 'domhandler';
import { adoptMisnested } from './adopt-misnested.js';
import { FormattingList } from './formatting-list.js';
import { PageElement, PageText } from './nodes.js';
import { OpenElements } from './open-elements.js';
import { Trait, traitsOf } from './tag-traits.js';
import { appendNode, insertBefore } from './tree-edits.js';

/** Deeper elements become siblings: no later stage needs a deep stack, whatever the page does. */
const MAX_DEPTH = 400;
/** About 300 MB of nodes. More is left out, text excepted. */
const MAX_NODES = 1_000_000;

const PARAGRAPH_SCOPE = Trait.scope | Trait.buttonScope;
const ITEM_SCOPE = Trait.scope | Trait.listScope;
const NO_TEXT = /^\s*$/;

/**
 * Builds the tree of a page from its tags and texts as browsers do, as far as it shows in the content: left-out end
 * tags, misnested formatting, stray text in tables, one body.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tree-construction
 */
export class TreeBuilder {
  truncated = false;
  /** Title, meta, link, base and structured-data elements in document order. */
  readonly statements: PageElement[] = [];
  private readonly open = new OpenElements();
  private readonly formatting = new FormattingList();
  /** Names of open elements beyond the greatest depth, so that their end tags do not close others. */
  private readonly beyondDepth = new Map<string, number>();
  private html: PageElement | null = null;
  private head: PageElement | null = null;
  private body: PageElement | null = null;
  private nodes = 0;
  private foreignDepth = 0;
  private hasForm = false;
  /** A select was opened and may still be. */
  private hasSelect = false;
  private dropsNewline = false;

  constructor(readonly root: Document) {}

  /** Whether tags that close themselves do so: in svg and math only. */
  get isForeign(): boolean {
    return this.foreignDepth > 0;
  }

  get current(): PageElement | undefined {
    return this.open.current;
  }

  startTag(written: string, attribs: Record<string, string>, closesItself: boolean): void {
    const name = written === 'image' && !this.isForeign ? 'img' : written;
    const traits = traitsOf(name);
    this.dropsNewline = false;
    if (name === 'html' || name === 'head' || name === 'body') return this.startFrame(name, attribs);
    if (this.foreignDepth > 0) {
      if (!(traits & Trait.notForeign) || this.isIntegrationPoint()) {
        return this.startForeign(name, attribs, closesItself || (traits & Trait.void) !== 0);
      }
      this.leaveForeign();
    }
    if (!this.body && !this.belongsToHead(traits)) this.beginBody();
    if (traits & Trait.tablePart) return this.startTablePart(name, traits, attribs);
    if (!this.makeWay(name, traits)) return;
    this.startElement(name, traits, attribs, closesItself);
  }

  endTag(name: string): void {
    this.dropsNewline = false;
    if (this.closeBeyondDepth(name)) return;
    const traits = traitsOf(name);
    if (name === 'br') return this.startTag('br', {}, false);
    if (name === 'html' || name === 'body' || (traits & Trait.void) !== 0) return;
    if (this.foreignDepth > 0) return this.endForeign(name);
    if (name === 'head') return this.closeNearest('head');
    if (traits & Trait.formatting) return this.endFormatting(name);
    if (traits & (Trait.tableSkeleton | Trait.cell)) return this.endTablePart(name, traits);
    if (traits & Trait.heading) return this.endHeading();
    if (name === 'p') return this.endInScope('p', PARAGRAPH_SCOPE);
    if (name === 'li') return this.endInScope('li', ITEM_SCOPE);
    if (name === 'dd' || name === 'dt') return this.endInScope(name);
    if (traits & Trait.block) return this.endBlock(name);
    this.endAny(name);
  }

  text(data: string): void {
    const text = this.dropsNewline && data.startsWith('\n') ? data.slice(1) : data;
    this.dropsNewline = false;
    if (text === '') return;
    const isBlank = NO_TEXT.test(text);
    if (!this.body) {
      if (
        isBlank &&
        (this.open.current === this.head || this.open.current === this.html || !this.open.current)
      )
        return;
      if (!this.isInHeadElement()) this.beginBody();
    }
    const inSkeleton = (this.open.currentTraits & Trait.tableSkeleton) !== 0;
    if (!isBlank && !inSkeleton && this.foreignDepth === 0) this.reopenFormatting();
    if (inSkeleton && !isBlank) return this.fosterText(text);
    this.appendText(text);
  }

  /** Frames of the page: one of each, later ones only add attributes. */
  private startFrame(name: 'html' | 'head' | 'body', attribs: Record<string, string>): void {
    if (name === 'html') {
      this.html ? mergeAttributes(this.html, attribs) : this.beginHtml(attribs);
    } else if (name === 'head') {
      if (this.head || this.body) return;
      this.html ?? this.beginHtml({});
      this.head = this.append('head', attribs);
      if (this.head) this.open.push(this.head);
    } else {
      this.body ? mergeAttributes(this.body, attribs) : this.beginBody(attribs);
    }
  }

  private beginHtml(attribs: Record<string, string>): void {
    this.open.closeFrom(0);
    this.html = new PageElement('html', attribs);
    appendNode(this.root, this.html);
    this.open.push(this.html);
    this.statements.push(this.html);
  }

  private beginBody(attribs: Record<string, string> = {}): void {
    this.html ?? this.beginHtml({});
    this.open.closeFrom(1);
    this.body = new PageElement('body', attribs);
    appendNode(this.html!, this.body);
    this.open.push(this.body);
  }

  private belongsToHead(traits: number): boolean {
    if (traits & Trait.head) {
      if (!this.html) this.beginHtml({});
      return true;
    }
    return this.isInHeadElement();
  }

  /** Inside a head's own element, a noscript say, whatever comes is its content. */
  private isInHeadElement(): boolean {
    const { current } = this.open;
    return current !== undefined && current !== this.head && current !== this.html;
  }

  /** Closes what the start tag ends. False when the tag itself counts for nothing. */
  private makeWay(name: string, traits: number): boolean {
    if (name === 'form') {
      if (this.hasForm) return false;
      this.hasForm = true;
    }
    if (name === 'li') this.closeItem(LI);
    else if (name === 'dd' || name === 'dt') this.closeItem(DEFINITION);
    if (traits & Trait.endsParagraph) this.endInScope('p', PARAGRAPH_SCOPE);
    if (traits & this.open.currentTraits & Trait.heading) this.open.pop();
    if (name === 'a') this.closeOpenLink();
    else if (name === 'button' || name === 'nobr') this.endInScope(name);
    else if (name === 'option' || name === 'optgroup') this.closeOption(name);
    else if (name === 'table' && this.open.currentTraits & Trait.tableSkeleton)
      this.endTablePart('table', Trait.tableSkeleton);
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
    if (!(traits & (Trait.endsParagraph | Trait.head))) this.reopenFormatting();
    const element = this.append(name, attribs);
    if (!element) return;
    if (traits & Trait.head && name !== 'noscript') this.statements.push(element);
    if (traits & Trait.void) return;
    const isForeignRoot = name === 'svg' || name === 'math';
    if (isForeignRoot && closesItself) return;
    if (!this.pushOpen(element, traits)) return;
    if (isForeignRoot) this.foreignDepth++;
    if (traits & Trait.formatting) this.formatting.add(element);
    if (name === 'applet' || name === 'marquee' || name === 'object' || name === 'template')
      this.formatting.mark();
    this.dropsNewline = name === 'pre' || name === 'textarea' || name === 'listing';
  }

  private append(name: string, attribs: Record<string, string>): PageElement | null {
    if (!this.hasRoom()) return null;
    const element = new PageElement(name, attribs);
    const current = this.open.current;
    if (this.open.currentTraits & Trait.tableSkeleton && !(traitsOf(name) & (Trait.tablePart | Trait.head))) {
      this.foster(element);
    } else {
      appendNode(current ?? this.root, element);
    }
    return element;
  }

  private pushOpen(element: PageElement, traits?: number): boolean {
    if (this.open.depth < MAX_DEPTH) {
      this.open.push(element, traits);
      return true;
    }
    this.truncated = true;
    this.beyondDepth.set(element.name, (this.beyondDepth.get(element.name) ?? 0) + 1);
    return false;
  }

  private closeBeyondDepth(name: string): boolean {
    const count = this.beyondDepth.get(name);
    if (!count) return false;
    this.beyondDepth.set(name, count - 1);
    return true;
  }

  private hasRoom(): boolean {
    if (++this.nodes <= MAX_NODES) return true;
    this.truncated = true;
    return false;
  }

  private appendText(text: string): void {
    const parent = this.open.current ?? this.root;
    const last = parent.children[parent.children.length - 1];
    if (last instanceof PageText) last.data += text;
    else if (this.hasRoom()) appendNode(parent, new PageText(text));
  }

  // ---- formatting

  private reopenFormatting(): void {
    const { entries } = this.formatting;
    let at = entries.length - 1;
    if (at < 0) return;
    while (at >= 0 && entries[at] !== null && this.open.placeOf(entries[at]!) < 0) at--;
    for (at++; at < entries.length; at++) {
      const { name, attribs } = entries[at]!;
      const again = this.append(name, { ...attribs });
      if (!again || !this.pushOpen(again)) {
        entries.splice(at--, 1);
        continue;
      }
      entries[at] = again;
    }
  }

  private endFormatting(name: string): void {
    if (!adoptMisnested(name, this.open, this.formatting)) this.endAny(name);
  }

  private closeOpenLink(): void {
    const link = this.formatting.find('a');
    if (!link) return;
    adoptMisnested('a', this.open, this.formatting);
    this.formatting.remove(link);
    const at = this.open.placeOf(link);
    if (at >= 0) this.open.removeAt(at);
  }

  // ---- ends

  private endInScope(name: string, stopsAt?: number): void {
    const at = this.open.findInScope(name, stopsAt);
    if (at >= 0) this.open.closeFrom(at);
  }

  private endBlock(name: string): void {
    if (name === 'form') this.hasForm = false;
    this.endInScope(name);
    if (name === 'applet' || name === 'marquee' || name === 'object') this.formatting.clearToMarker();
  }

  private endHeading(): void {
    for (let at = this.open.depth - 1; at >= 0; at--) {
      const traits = this.open.traitsAt(at);
      if (traits & Trait.heading) return this.open.closeFrom(at);
      if (traits & Trait.scope) return;
    }
  }

  private endAny(name: string): void {
    for (let at = this.open.depth - 1; at >= 0; at--) {
      if (this.open.at(at)!.name === name) {
        if (name === 'template') this.formatting.clearToMarker();
        return this.open.closeFrom(at);
      }
      // A missing end tag must not let an inline one close a block.
      if (this.open.traitsAt(at) & Trait.special) return;
    }
  }

  private closeNearest(name: string): void {
    const at = this.open.find(name);
    if (at >= 0) this.open.closeFrom(at);
  }

  /** An item ends the one before it, unless a block stands between them. */
  private closeItem(names: ReadonlySet<string>): void {
    for (let at = this.open.depth - 1; at >= 0; at--) {
      const { name } = this.open.at(at)!;
      if (names.has(name)) return this.open.closeFrom(at);
      if (this.open.traitsAt(at) & Trait.special && name !== 'address' && name !== 'div' && name !== 'p')
        return;
    }
  }

  private closeOption(name: string): void {
    if (this.open.current?.name === 'option') this.open.pop();
    if (name === 'optgroup' && this.open.current?.name === 'optgroup') this.open.pop();
  }

  // ---- tables

  private startTablePart(name: string, traits: number, attribs: Record<string, string>): void {
    const table = this.openTable();
    if (table < 0) return; // outside of a table such tags mean nothing
    if (traits & Trait.cell && name !== 'caption') {
      this.closeToRow(table);
      if (this.open.current!.name !== 'tr') this.pushPart('tr', {});
    } else if (name === 'tr') {
      this.closeToSection(table);
    } else {
      this.open.closeFrom(table + 1);
      this.formatting.clearToMarker();
    }
    this.pushPart(name, attribs);
    if (traits & Trait.cell) this.formatting.mark();
  }

  /** Place of the innermost table, or -1. */
  private openTable(): number {
    return this.open.find('table');
  }

  private closeToRow(table: number): void {
    const cell = this.open.findAbove(table, Trait.cell);
    if (cell >= 0) this.closeCell(cell);
    const row = this.open.findAbove(table, Trait.row);
    this.open.closeFrom(row >= 0 ? row + 1 : this.sectionEnd(table));
  }

  private closeToSection(table: number): void {
    const cell = this.open.findAbove(table, Trait.cell);
    if (cell >= 0) this.closeCell(cell);
    this.open.closeFrom(this.sectionEnd(table));
  }

  private sectionEnd(table: number): number {
    const section = this.open.findAbove(table, Trait.tableSection);
    return (section >= 0 ? section : table) + 1;
  }

  private closeCell(at: number): void {
    this.open.closeFrom(at);
    this.formatting.clearToMarker();
  }

  private pushPart(name: string, attribs: Record<string, string>): void {
    const part = this.append(name, attribs);
    if (part && name !== 'col') this.pushOpen(part);
  }

  private endTablePart(name: string, traits: number): void {
    const table = this.openTable();
    if (table < 0) return;
    if (name === 'table') {
      const cell = this.open.findAbove(table, Trait.cell);
      if (cell >= 0) this.closeCell(cell);
      return this.open.closeFrom(table);
    }
    const at = this.open.find(name);
    if (at < table) return;
    const cell = traits & Trait.cell ? at : this.open.findAbove(table, Trait.cell);
    if (cell >= at) this.closeCell(cell);
    this.open.closeFrom(at);
  }

  /** Content between the parts of a table stands before it. */
  private foster(node: PageElement | PageText): void {
    const at = this.openTable();
    const table = this.open.at(at);
    const parent = table?.parent;
    if (table && parent) insertBefore(parent, node, table);
    else appendNode(this.open.current ?? this.root, node);
  }

  private fosterText(text: string): void {
    const before = this.open.at(this.openTable())?.prev;
    if (before instanceof PageText) before.data += text;
    else if (this.hasRoom()) this.foster(new PageText(text));
  }

  // ---- svg and math

  private startForeign(name: string, attribs: Record<string, string>, closesItself: boolean): void {
    const element = this.append(name, attribs);
    if (!element || closesItself || !this.pushOpen(element)) return;
    if (name === 'svg' || name === 'math') this.foreignDepth++;
  }

  /** Elements of svg and math that hold HTML. */
  private isIntegrationPoint(): boolean {
    return INTEGRATION_POINTS.has(this.open.current?.name ?? '');
  }

  private endForeign(name: string): void {
    for (let at = this.open.depth - 1; at >= 0; at--) {
      const { name: openName } = this.open.at(at)!;
      if (openName === name) return this.closeForeignFrom(at);
      if (openName === 'svg' || openName === 'math') {
        // An end tag of the HTML around it ends the drawing as well.
        if (traitsOf(name) & (Trait.block | Trait.cell | Trait.heading) && this.open.find(name) >= 0) {
          this.leaveForeign();
          this.endTag(name);
        }
        return;
      }
    }
  }

  private leaveForeign(): void {
    let at = 0;
    while (at < this.open.depth && !FOREIGN.has(this.open.at(at)!.name)) at++;
    this.closeForeignFrom(at);
  }

  private closeForeignFrom(at: number): void {
    for (let place = at; place < this.open.depth; place++) {
      if (FOREIGN.has(this.open.at(place)!.name)) this.foreignDepth--;
    }
    this.open.closeFrom(at);
  }
}

const FOREIGN = new Set(['svg', 'math']);
const LI = new Set(['li']);
const CLOSES_SELECT = new Set(['select', 'input', 'textarea']);
const DEFINITION = new Set(['dd', 'dt']);
const INTEGRATION_POINTS = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
]);

function mergeAttributes(element: PageElement, attribs: Record<string, string>): void {
  for (const name of Object.keys(attribs)) element.attribs[name] ??= attribs[name]!;
}
