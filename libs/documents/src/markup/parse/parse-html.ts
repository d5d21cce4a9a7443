import { Document } from 'domhandler';
import { QuoteType, Tokenizer } from 'htmlparser2';
import { disarmNestedScripts } from './nested-scripts.js';
import type { DomTree } from '../dom/nodes.js';
import { resolveResource } from '../dom/resolve-url.js';
import { TreeBuilder } from './tree-builder.js';

/** Maximum number of attributes per element; the rest is omitted. */
const MAX_ATTRIBUTES = 200;
/** Maximum number of cached names per page. */
const MAX_NAMES = 2000;

type TokenizerCallbacks = ConstructorParameters<typeof Tokenizer>[1];

/** Parses a page. Comments and directives are omitted. Never throws. */
export function parseHtml(html: string, url: string): DomTree {
  const source = disarmNestedScripts(html.includes('\0') ? html.replaceAll('\0', '') : html);
  const builder = new TreeBuilder(new Document([]));
  const tokenizer = new Tokenizer({ decodeEntities: true }, new PageTokens(source, builder));
  for (const part of partsOf(source)) tokenizer.write(part === CDATA && !builder.isForeign ? BOGUS : part);
  tokenizer.end();
  const { root, truncated, statements } = builder;
  const base = statements.find(({ name, attribs }) => name === 'base' && attribs['href'] !== undefined);
  return { root, url, baseUrl: baseUrlOf(base?.attribs['href'], url), truncated, statements };
}

const CDATA = '<![CDATA[';
/** Replacement of the same length for CDATA outside of svg and math: a bogus declaration that ends at the next `>`. */
const BOGUS = '<!?CDATA[';

/**
 * Splits the source before each possible CDATA section; the open elements determine how it is parsed.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#markup-declaration-open-state
 */
function* partsOf(source: string): Generator<string> {
  let from = 0;
  for (let at = source.indexOf(CDATA); at >= 0; at = source.indexOf(CDATA, from)) {
    yield source.slice(from, at);
    yield CDATA;
    from = at + CDATA.length;
  }
  yield source.slice(from);
}

/** Converts tokenizer positions to complete tags and texts. */
class PageTokens implements TokenizerCallbacks {
  private name = '';
  private attribs: Record<string, string> = {};
  private attributes = 0;
  private attributeName = '';
  private value = '';
  private text = '';
  private readonly names = new Map<string, string>();

  constructor(
    private readonly source: string,
    private readonly builder: TreeBuilder,
  ) {}

  ontext(start: number, end: number): void {
    this.text = this.text === '' ? this.source.slice(start, end) : this.text + this.source.slice(start, end);
  }

  ontextentity(codepoint: number): void {
    this.text += String.fromCodePoint(codepoint);
  }

  onopentagname(start: number, end: number): void {
    this.flushText();
    this.name = this.nameAt(start, end);
    this.attribs = {};
    this.attributes = 0;
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.nameAt(start, end);
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    this.value =
      this.value === '' ? this.source.slice(start, end) : this.value + this.source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: QuoteType, _end: number): void {
    if (++this.attributes > MAX_ATTRIBUTES) return;
    // The first of several attributes with the same name is used.
    if (this.attribs[this.attributeName] === undefined) this.attribs[this.attributeName] = this.value;
  }

  onopentagend(): void {
    this.builder.startTag(this.name, this.attribs, false);
  }

  onselfclosingtag(): void {
    this.builder.startTag(this.name, this.attribs, true);
  }

  onclosetag(start: number, end: number): void {
    this.flushText();
    this.builder.endTag(this.nameAt(start, end));
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.builder.isForeign) this.ontext(start, end - offset);
  }

  oncomment(): void {}

  ondeclaration(): void {}

  onprocessinginstruction(): void {}

  onend(): void {
    this.flushText();
  }

  /** Caches the lower-case name of each spelling, because names repeat. */
  private nameAt(start: number, end: number): string {
    const written = this.source.slice(start, end);
    const known = this.names.get(written);
    if (known !== undefined) return known;
    const name = written.toLowerCase();
    if (this.names.size < MAX_NAMES) this.names.set(written, name);
    return name;
  }

  private flushText(): void {
    if (this.text === '') return;
    this.builder.text(this.text);
    this.text = '';
  }
}

/**
 * The first `base` with a URL is used unless it is not http(s), which would resolve all links to a script.
 * @see https://html.spec.whatwg.org/multipage/semantics.html#the-base-element
 */
function baseUrlOf(href: string | undefined, url: string): string {
  if (href === undefined) return url;
  return resolveResource(href, url) ?? url;
}
