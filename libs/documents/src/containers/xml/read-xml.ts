import type { DocumentBudget } from '../../document-budget.js';
import { NamespaceScope } from './namespaces.js';
import { scanXml, type XmlEvents } from './scan-xml.js';
import { XmlElement } from './xml-element.js';

/** Deeper elements are skipped with their content. */
const MAX_DEPTH = 500;
/** Minimum length of a prefix, a colon and a name; most attributes of a sheet are shorter. */
const MIN_PREFIXED = 3;
/** Maximum number of names kept while no element of that name is open. */
const MAX_NAMES = 5_000;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

/** Handling of an element: visit its children one by one, build it as a tree, or skip it. */
export type XmlVerdict = 'enter' | 'take' | 'skip';

/** Receives the content of an XML file in document order. Names are those of {@link XmlElement}. */
export interface XmlVisitor {
  open(name: string, attribs: Readonly<Record<string, string>>): XmlVerdict;
  /**
   * Receives a complete element after the verdict `take`. The reader keeps no reference to it, so memory is bounded by
   * the largest element.
   */
  take(element: XmlElement): void;
  /** Text directly inside an entered element, possibly in several chunks. */
  text?(text: string): void;
  /** End of an entered element. */
  close?(name: string): void;
}

/**
 * Parses XML. Malformed input is tolerated: everything before the error is reported.
 *
 * @returns false if the text ends within an element, or contains none
 * @throws BudgetSpentError
 */
export function readXml(text: string, budget: DocumentBudget, visitor: XmlVisitor): boolean {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tree = new XmlTree(budget, visitor);
  scanXml(source, tree);
  return tree.closeAll();
}

/**
 * Parses a small file into a tree; null if it contains no element.
 *
 * @param endsEarly is called if the text ends within an element
 */
export function parseXml(text: string, budget: DocumentBudget, endsEarly?: () => void): XmlElement | null {
  let root: XmlElement | null = null;
  const isWhole = readXml(text, budget, {
    open: () => 'take',
    take: (element) => (root ??= element),
  });
  if (!isWhole) endsEarly?.();
  return root;
}

/** A name as it is written in the file. */
interface WrittenName {
  readonly written: string;
  /** Number of open elements of this name. */
  open: number;
  /** Scope in which it was resolved last, and the result. */
  scope: NamespaceScope | null;
  name: string;
}

/** An open element. Frames are reused: a sheet has millions of elements, but only a few are open at a time. */
class Frame {
  constructor(
    public tag: WrittenName,
    public name: string,
    public scope: NamespaceScope,
    public element: XmlElement | null,
    public verdict: XmlVerdict,
  ) {}
}

/** Assembles tags into elements and reports them to the visitor. */
class XmlTree implements XmlEvents {
  /** Frames of the open elements; those from `depth` on are free. */
  private readonly frames: Frame[] = [];
  private depth = 0;
  private readonly names = new Map<string, WrittenName>();
  private top: Frame | null = null;
  private beyondDepth = 0;
  private pending = '';
  private hasElement = false;

  constructor(
    private readonly budget: DocumentBudget,
    private readonly visitor: XmlVisitor,
  ) {}

  get takesText(): boolean {
    return this.top !== null && (this.top.element !== null || this.tellsText(this.top));
  }

  get takesAttributes(): boolean {
    return this.top === null || this.top.verdict !== 'skip';
  }

  get innermost(): string | null {
    return this.beyondDepth > 0 || this.top === null ? null : this.top.tag.written;
  }

  other(): void {
    this.budget.spend('elements');
  }

  text(text: string): void {
    this.pending = this.pending === '' ? text : this.pending + text;
  }

  open(written: string, attribs: Record<string, string> | null, isEmpty: boolean): void {
    this.flushText();
    this.begin(written, attribs);
    if (isEmpty) this.end();
  }

  close(written: string): void {
    this.flushText();
    if (this.beyondDepth > 0) return this.end();
    if (!((this.names.get(written)?.open ?? 0) > 0)) return this.other(); // closes no open element
    while (this.top!.tag.written !== written) this.end();
    this.end();
  }

  closeInnermost(): void {
    this.flushText();
    this.end();
  }

  /** Returns whether there were elements and all were closed. */
  closeAll(): boolean {
    this.flushText();
    const isWhole = this.depth === 0 && this.hasElement;
    this.beyondDepth = 0;
    while (this.depth > 0) this.end();
    return isWhole;
  }

  private begin(written: string, attributes: Record<string, string> | null): void {
    this.budget.spend('elements');
    this.hasElement = true;
    if (this.depth >= MAX_DEPTH) {
      this.beyondDepth++;
      return;
    }
    const around = this.top;
    const outer = around?.scope ?? NamespaceScope.none();
    const hasPrefixes = attributes !== null && namesNamespaces(attributes);
    const scope = hasPrefixes ? outer.within(attributes) : outer;
    const tag = this.named(written, scope);
    const { name } = tag;
    const attribs = attributes ? (hasPrefixes ? renamed(attributes, scope) : attributes) : NO_ATTRIBUTES;
    const verdict = !around || around.verdict === 'enter' ? this.visitor.open(name, attribs) : around.verdict;
    const element = verdict === 'take' ? new XmlElement(name, attribs) : null;
    if (element) around?.element?.children.push(element);
    tag.open++;
    this.push(tag, scope, element, verdict);
  }

  private named(written: string, scope: NamespaceScope): WrittenName {
    let tag = this.names.get(written);
    if (!tag) this.names.set(written, (tag = { written, open: 0, scope: null, name: '' }));
    if (tag.scope !== scope) {
      tag.scope = scope;
      tag.name = scope.element(written);
    }
    return tag;
  }

  private push(
    tag: WrittenName,
    scope: NamespaceScope,
    element: XmlElement | null,
    verdict: XmlVerdict,
  ): void {
    const free = this.frames[this.depth];
    if (free) {
      free.tag = tag;
      free.name = tag.name;
      free.scope = scope;
      free.element = element;
      free.verdict = verdict;
      this.top = free;
    } else this.frames.push((this.top = new Frame(tag, tag.name, scope, element, verdict)));
    this.depth++;
  }

  private end(): void {
    if (this.beyondDepth > 0) {
      this.beyondDepth--;
      return;
    }
    const frame = this.top!;
    const { tag, name, element, verdict } = frame;
    frame.element = null; // a free frame must not keep it
    if (--tag.open === 0 && this.names.size > MAX_NAMES) this.names.delete(tag.written);
    this.depth--;
    this.top = this.depth > 0 ? this.frames[this.depth - 1]! : null;
    if (verdict === 'enter') this.visitor.close?.(name);
    else if (element && !this.top?.element) this.visitor.take(element);
  }

  private flushText(): void {
    if (this.pending === '') return;
    if (this.top?.element) this.top.element.children.push(this.pending);
    else this.visitor.text?.(this.pending);
    this.pending = '';
  }

  private tellsText({ verdict }: Frame): boolean {
    return verdict === 'enter' && this.visitor.text !== undefined;
  }
}

/** True if an attribute has a prefix or declares a namespace. */
function namesNamespaces(attribs: Readonly<Record<string, string>>): boolean {
  for (const name in attribs)
    if (name.length >= MIN_PREFIXED && (name.includes(':') || name === 'xmlns')) return true;
  return false;
}

function renamed(attribs: Record<string, string>, scope: NamespaceScope): Record<string, string> {
  for (const name in attribs) {
    if (!name.includes(':')) continue;
    const known = scope.attribute(name);
    if (known === name) continue;
    attribs[known] = attribs[name]!;
  }
  return attribs;
}
