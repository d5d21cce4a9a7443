import type { DocumentBudget } from '../../document-budget.js';
import { NamespaceScope } from './namespaces.js';
import { scanXml, type XmlEvents } from './scan-xml.js';
import { XmlElement } from './xml-element.js';

/** Deeper elements are skipped with their content. */
const MAX_DEPTH = 500;
/** Minimum length of a prefix, a colon and a name; most attributes of a sheet are shorter. */
const MIN_PREFIXED = 3;
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
 * @throws BudgetSpentError
 */
export function readXml(text: string, budget: DocumentBudget, visitor: XmlVisitor): void {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tree = new XmlTree(budget, visitor);
  scanXml(source, tree);
  tree.closeAll();
}

/** Parses a small file into a tree; null if it contains no element. */
export function parseXml(text: string, budget: DocumentBudget): XmlElement | null {
  let root: XmlElement | null = null;
  readXml(text, budget, {
    open: () => 'take',
    take: (element) => (root ??= element),
  });
  return root;
}

interface Frame {
  readonly written: string;
  readonly name: string;
  readonly scope: NamespaceScope;
  readonly element: XmlElement | null;
  readonly verdict: XmlVerdict;
}

/** Assembles tags into elements and reports them to the visitor. */
class XmlTree implements XmlEvents {
  private readonly frames: Frame[] = [];
  /** Number of open elements by name. */
  private readonly openNames = new Map<string, number>();
  private top: Frame | null = null;
  private beyondDepth = 0;
  private pending = '';

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
    if (!this.openNames.has(written)) return this.other(); // closes no open element
    while (this.top!.written !== written) this.end();
    this.end();
  }

  closeAll(): void {
    this.flushText();
    this.beyondDepth = 0;
    while (this.frames.length > 0) this.end();
  }

  private begin(written: string, attributes: Record<string, string> | null): void {
    this.budget.spend('elements');
    if (this.frames.length >= MAX_DEPTH) {
      this.beyondDepth++;
      return;
    }
    const around = this.top;
    const outer = around?.scope ?? NamespaceScope.none();
    const hasPrefixes = attributes !== null && namesNamespaces(attributes);
    const scope = hasPrefixes ? outer.within(attributes) : outer;
    const name = scope.element(written);
    const attribs = attributes ? (hasPrefixes ? renamed(attributes, scope) : attributes) : NO_ATTRIBUTES;
    const verdict = !around || around.verdict === 'enter' ? this.visitor.open(name, attribs) : around.verdict;
    const element = verdict === 'take' ? new XmlElement(name, attribs) : null;
    if (element) around?.element?.children.push(element);
    this.frames.push((this.top = { written, name, scope, element, verdict }));
    this.openNames.set(written, (this.openNames.get(written) ?? 0) + 1);
  }

  private end(): void {
    if (this.beyondDepth > 0) {
      this.beyondDepth--;
      return;
    }
    const { written, name, element, verdict } = this.frames.pop()!;
    const others = this.openNames.get(written)! - 1;
    if (others > 0) this.openNames.set(written, others);
    else this.openNames.delete(written);
    this.top = this.frames[this.frames.length - 1] ?? null;
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
