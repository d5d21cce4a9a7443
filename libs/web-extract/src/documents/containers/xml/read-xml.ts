import type { DocumentBudget } from '../../document-budget.js';
import { NamespaceScope } from './namespaces.js';
import { scanXml, type XmlEvents } from './scan-xml.js';
import { XmlElement } from './xml-element.js';

/** Deeper elements are passed over with all they hold. */
const MAX_DEPTH = 500;
/** A prefix, a colon and a name: most attributes of a sheet are shorter. */
const MIN_PREFIXED = 3;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

/** What to do with an element: look at those inside one by one, have it whole, or pass it over. */
export type XmlVerdict = 'enter' | 'take' | 'skip';

/** Is told what a file of XML holds, in its order. Names are those of {@link XmlElement}. */
export interface XmlVisitor {
  open(name: string, attribs: Readonly<Record<string, string>>): XmlVerdict;
  /** A whole element, for the verdict `take`. It is nobody else's: memory stays in proportion to the largest. */
  take(element: XmlElement): void;
  /** Text directly in an element that was entered, maybe in several pieces. */
  text?(text: string): void;
  /** The end of an element that was entered. */
  close?(name: string): void;
}

/**
 * Reads XML. It need not be well-formed to its end: what came before the fault is told.
 *
 * @throws BudgetSpentError
 */
export function readXml(text: string, budget: DocumentBudget, visitor: XmlVisitor): void {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const tree = new XmlTree(budget, visitor);
  scanXml(source, tree);
  tree.closeAll();
}

/** The whole of a small file as a tree; null when it holds no element. */
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

/** Puts tags together to elements, and tells the visitor of them. */
class XmlTree implements XmlEvents {
  private readonly frames: Frame[] = [];
  /** How many open elements have each name. */
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
    if (!this.openNames.has(written)) return this.other(); // ends nothing that is open
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

/** Whether an attribute belongs to a namespace or declares one. */
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
