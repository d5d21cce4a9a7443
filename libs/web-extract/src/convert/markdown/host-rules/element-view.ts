import type { ParentNode } from 'domhandler';
import { is, selectAll } from 'css-select';
import { descendants, isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { resolveLink, resolveResource } from '@web-extract/documents/markup/dom/resolve-url.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';
import { isVoid } from './collapse-texts.js';
import { ClassList, styleOf } from './element-attributes.js';
import { isBlockName, NodeView } from './node-view.js';

/** Elements that say something without any text. */
const MEANINGFUL = new Set('a table thead tbody tfoot th td iframe script audio video'.split(' '));

/** An element with the members that filters and replacements of turndown plugins ask for. HTML is cleaned, addresses are absolute. */
export class ElementView extends NodeView {
  declare protected readonly source: PageElement;
  readonly nodeType = 1;
  readonly nodeValue = null;
  private known: readonly NodeView[] | null = null;

  override get parentNode(): ElementView | null {
    return super.parentNode as ElementView | null;
  }

  override get parentElement(): ElementView | null {
    return this.parentNode;
  }

  get localName(): string {
    return this.source.name ?? '#document-fragment';
  }

  get nodeName(): string {
    return this.localName.toUpperCase();
  }

  get tagName(): string {
    return this.nodeName;
  }

  // what turndown asks

  get isBlock(): boolean {
    return isBlockName(this.localName);
  }

  get isCode(): boolean {
    return this.localName === 'code' || (this.parentNode?.isCode ?? false);
  }

  /** True if the element is invisible: turndown passes such elements to no rule. */
  get isBlank(): boolean {
    if (!this.isEmptyByName) return false;
    for (const node of descendants(this.source)) {
      if (isText(node) ? /\S/.test(node.data) : isElement(node) && saysSomething(node.name)) return false;
    }
    return true;
  }

  private get isEmptyByName(): boolean {
    return !saysSomething(this.localName);
  }

  // attributes

  getAttribute(name: string): string | null {
    return this.attribs[name.toLowerCase()] ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.getAttribute(name) !== null;
  }

  getAttributeNames(): string[] {
    return Object.keys(this.attribs);
  }

  get attributes(): readonly { readonly name: string; readonly value: string }[] {
    return Object.entries(this.attribs).map(([name, value]) => ({ name, value }));
  }

  get dataset(): Readonly<Record<string, string>> {
    const data = Object.entries(this.attribs).filter(([name]) => name.startsWith('data-'));
    const camel = (name: string) =>
      name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return Object.fromEntries(data.map(([name, value]) => [camel(name), value]));
  }

  get id(): string {
    return this.attribs['id'] ?? '';
  }

  get className(): string {
    return this.attribs['class'] ?? '';
  }

  get classList(): ClassList {
    return new ClassList(this.className);
  }

  get style(): ReturnType<typeof styleOf> {
    return styleOf(this.attribs['style'] ?? '');
  }

  get title(): string {
    return this.attribs['title'] ?? '';
  }

  get alt(): string {
    return this.attribs['alt'] ?? '';
  }

  get lang(): string {
    return this.attribs['lang'] ?? '';
  }

  get type(): string {
    return (this.attribs['type'] ?? (this.localName === 'input' ? 'text' : '')).toLowerCase();
  }

  get value(): string {
    return this.attribs['value'] ?? '';
  }

  get checked(): boolean {
    return this.hasAttribute('checked');
  }

  /** Absolute; empty where it leads nowhere, or to a script. */
  get href(): string {
    return resolveLink(this.attribs['href'] ?? 'javascript:', this.page.baseUrl) ?? '';
  }

  /** Absolute; empty where it is none of http(s). */
  get src(): string {
    return resolveResource(this.attribs['src'] ?? 'javascript:', this.page.baseUrl) ?? '';
  }

  get colSpan(): number {
    return spanOf(this.attribs['colspan']);
  }

  get rowSpan(): number {
    return spanOf(this.attribs['rowspan']);
  }

  // the content

  get childNodes(): readonly NodeView[] {
    return (this.known ??= this.page.childrenOf(this.source));
  }

  get children(): readonly ElementView[] {
    return this.childNodes.filter((node) => node instanceof ElementView);
  }

  get firstChild(): NodeView | null {
    return this.childNodes[0] ?? null;
  }

  get lastChild(): NodeView | null {
    return this.childNodes.at(-1) ?? null;
  }

  get firstElementChild(): ElementView | null {
    return this.children[0] ?? null;
  }

  get lastElementChild(): ElementView | null {
    return this.children.at(-1) ?? null;
  }

  get childElementCount(): number {
    return this.children.length;
  }

  hasChildNodes(): boolean {
    return this.childNodes.length > 0;
  }

  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join('');
  }

  get innerText(): string {
    return this.textContent;
  }

  get innerHTML(): string {
    return toCleanHtml(this.source, this.page.baseUrl);
  }

  get outerHTML(): string {
    return toCleanHtml({ children: [this.source] } as unknown as ParentNode, this.page.baseUrl);
  }

  /** Rows of a table, head first and foot last, and not those of tables inside it. */
  get rows(): readonly ElementView[] {
    const parts = this.children.flatMap((part) => (SECTIONS.has(part.localName) ? part.children : part));
    return parts.filter((part) => part.localName === 'tr');
  }

  /** Cells of a row. */
  get cells(): readonly ElementView[] {
    return this.children.filter(({ localName }) => localName === 'td' || localName === 'th');
  }

  // looking around

  get nextElementSibling(): ElementView | null {
    return this.besideElement(1);
  }

  get previousElementSibling(): ElementView | null {
    return this.besideElement(-1);
  }

  contains(other: NodeView | null): boolean {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }

  matches(selector: string): boolean {
    return is(this.source, selector);
  }

  closest(selector: string): ElementView | null {
    if (this.matches(selector)) return this;
    return this.parentNode?.closest(selector) ?? null;
  }

  querySelector(selector: string): ElementView | null {
    return this.querySelectorAll(selector)[0] ?? null;
  }

  querySelectorAll(selector: string): readonly ElementView[] {
    const found = selectAll(selector, this.source.children) as PageElement[];
    return found.map((element) => this.page.of(element) as ElementView);
  }

  getElementsByTagName(name: string): readonly ElementView[] {
    return [...descendants(this.source)]
      .filter(isElement)
      .filter((element) => name === '*' || element.name === name.toLowerCase())
      .map((element) => this.page.of(element) as ElementView);
  }

  private get attribs(): Readonly<Record<string, string>> {
    return this.source.attribs ?? {};
  }

  private besideElement(step: number): ElementView | null {
    const siblings = this.parentNode?.children ?? [];
    return siblings[siblings.indexOf(this) + step] ?? null;
  }
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot']);

function saysSomething(name: string): boolean {
  return isVoid(name) || MEANINGFUL.has(name);
}

function spanOf(value: string | undefined): number {
  return Math.max(1, parseInt(value ?? '', 10) || 1);
}
