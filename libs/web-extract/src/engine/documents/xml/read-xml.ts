import { Tokenizer } from 'htmlparser2';
import type { DocumentBudget } from '../document-budget.js';
import { NamespaceScope } from './namespaces.js';
import { XmlElement } from './xml-element.js';

/** Deeper elements are passed over with all they hold. */
const MAX_DEPTH = 500;
const MAX_ATTRIBUTES = 100;
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

/** What to do with an element: look at those inside one by one, have it whole, or pass it over. */
export type XmlVerdict = 'enter' | 'take' | 'skip';

/** Is told what a file of XML holds, in its order. Names are those of {@link XmlElement}. */
export interface XmlVisitor {
  open(name: string, attribs: Readonly<Record<string, string>>): XmlVerdict;
  /** A whole element, for the verdict `take`. It is nobody else's: memory stays in proportion to the largest. */
  take(element: XmlElement): void;
  /** The end of an element that was entered. */
  close?(name: string): void;
}

/**
 * Reads XML. It need not be well-formed to its end: what came before the fault is told. No entities but those of XML itself
 * are known, so that none can grow, and none reaches for a file.
 *
 * @throws BudgetSpentError
 */
export function readXml(text: string, budget: DocumentBudget, visitor: XmlVisitor): void {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const events = new XmlEvents(source, budget, visitor);
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true }, events);
  tokenizer.write(source);
  tokenizer.end();
  events.closeAll();
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

type TokenizerCallbacks = ConstructorParameters<typeof Tokenizer>[1];

interface Frame {
  readonly written: string;
  readonly name: string;
  readonly scope: NamespaceScope;
  readonly element: XmlElement | null;
  readonly verdict: XmlVerdict;
}

/** Turns the tokenizer's positions into elements. */
class XmlEvents implements TokenizerCallbacks {
  private readonly open: Frame[] = [];
  private beyondDepth = 0;
  private tag = '';
  private attribs: Record<string, string> | null = null;
  private attributes = 0;
  private attributeName = '';
  private value = '';
  private text = '';

  constructor(
    private readonly source: string,
    private readonly budget: DocumentBudget,
    private readonly visitor: XmlVisitor,
  ) {}

  ontext(start: number, end: number): void {
    if (this.top?.element) this.text += this.source.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    if (this.top?.element) this.text += String.fromCodePoint(codepoint);
  }

  oncdata(start: number, end: number, offset: number): void {
    this.ontext(start, end - offset);
  }

  onopentagname(start: number, end: number): void {
    this.flushText();
    this.tag = this.source.slice(start, end);
    this.attribs = null;
    this.attributes = 0;
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.source.slice(start, end);
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    const part = this.source.slice(start, end);
    this.value = this.value === '' ? part : this.value + part;
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (++this.attributes > MAX_ATTRIBUTES) return;
    this.attribs ??= {};
    this.attribs[this.attributeName] ??= this.value;
  }

  onopentagend(): void {
    this.begin();
  }

  onselfclosingtag(): void {
    this.begin();
    this.end();
  }

  onclosetag(start: number, end: number): void {
    this.flushText();
    if (this.beyondDepth > 0) return this.end();
    const written = this.source.slice(start, end);
    let at = this.open.length - 1;
    while (at >= 0 && this.open[at]!.written !== written) at--;
    if (at < 0) return; // ends nothing that is open
    while (this.open.length > at) this.end();
  }

  oncomment(): void {}

  ondeclaration(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    this.flushText();
  }

  closeAll(): void {
    this.beyondDepth = 0;
    while (this.open.length > 0) this.end();
  }

  private get top(): Frame | undefined {
    return this.open[this.open.length - 1];
  }

  private begin(): void {
    this.budget.spend('elements');
    if (this.open.length >= MAX_DEPTH) {
      this.beyondDepth++;
      return;
    }
    const around = this.top;
    const outer = around?.scope ?? NamespaceScope.none();
    const scope = this.attribs ? outer.within(this.attribs) : outer;
    const name = scope.element(this.tag);
    const attribs = this.attribs ? renamed(this.attribs, scope) : NO_ATTRIBUTES;
    const verdict = !around || around.verdict === 'enter' ? this.visitor.open(name, attribs) : around.verdict;
    const element = verdict === 'take' ? new XmlElement(name, attribs) : null;
    if (element) around?.element?.children.push(element);
    this.open.push({ written: this.tag, name, scope, element, verdict });
  }

  private end(): void {
    if (this.beyondDepth > 0) {
      this.beyondDepth--;
      return;
    }
    const { name, element, verdict } = this.open.pop()!;
    if (verdict === 'enter') this.visitor.close?.(name);
    else if (element && !this.top?.element) this.visitor.take(element);
  }

  private flushText(): void {
    if (this.text === '') return;
    this.top?.element?.children.push(this.text);
    this.text = '';
  }
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
