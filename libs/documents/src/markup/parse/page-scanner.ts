import { decodeHTML, decodeHTMLAttribute } from 'entities/lib/decode.js';
import { CharCode, endOf, isDigit, isLetter, isSpace, TagPart } from './characters.js';
import { Finder } from './finder.js';
import { NameTable } from './name-table.js';
import { RawText } from './raw-text.js';
import type { TreeBuilder } from './tree-builder.js';

/** Maximum number of attributes per element; the rest is omitted. */
const MAX_ATTRIBUTES = 200;
const CDATA = '[CDATA[';
const RAW_TEXT = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);
/** Raw text in which character references count. */
const DECODED = new Set(['title', 'textarea']);

/**
 * Splits a page into tags and texts and passes them to the tree builder. Searches for the next character of markup instead of
 * visiting each character; comments, declarations and an unfinished tag at the end are omitted. Linear for any page.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class PageScanner {
  /** Text that belongs together: comments do not split it. */
  private text = '';
  private readonly names = new NameTable();
  private readonly rawText: RawText;
  /** True if lines of the page end with a carriage return, which the standard replaces. */
  private readonly hasReturns: boolean;
  private readonly ends: Finder;
  private readonly bangEnds: Finder;

  constructor(
    private readonly source: string,
    private readonly builder: TreeBuilder,
  ) {
    this.rawText = new RawText(source);
    this.hasReturns = source.includes('\r');
    this.ends = new Finder(source, '-->');
    this.bangEnds = new Finder(source, '--!>');
  }

  run(): void {
    const { source } = this;
    let done = 0; // everything before it is read
    for (let open = source.indexOf('<'); open >= 0; open = source.indexOf('<', Math.max(done, open + 1))) {
      const end = this.readMarkup(open, done);
      if (end >= 0) done = end;
    }
    this.addText(source.slice(done));
    this.flushText();
  }

  /** Returns the position after the markup at `open`; -1 if it is text. */
  private readMarkup(open: number, done: number): number {
    const { source } = this;
    const code = source.charCodeAt(open + 1);
    const isTag = isLetter(code);
    if (!isTag && !this.isMarkup(code, open)) return -1;
    if (open > done) this.addText(source.slice(done, open));
    if (isTag) return this.startTag(open + 1);
    if (code === CharCode.slash) return this.endTag(open + 2);
    return code === CharCode.exclamationMark ? this.skipDeclaration(open + 2) : this.after('>', open + 2);
  }

  private isMarkup(code: number, open: number): boolean {
    if (code === CharCode.slash) return open + 2 < this.source.length;
    return code === CharCode.exclamationMark || code === CharCode.questionMark;
  }

  private startTag(start: number): number {
    const { source } = this;
    this.flushText();
    const end = endOf(TagPart.tagName, source, start);
    const name = this.names.at(source, start, end);
    const attribs: Record<string, string> = {};
    const close = this.readAttributes(end, attribs);
    if (close >= source.length) return close;
    const closesItself = source.charCodeAt(close) === CharCode.slash;
    this.builder.startTag(name, attribs, closesItself);
    if (closesItself) return source.indexOf('>', close) + 1;
    if (name === 'plaintext' && !this.builder.isInForeign) return this.readPlainText(close + 1);
    const isRaw = RAW_TEXT.has(name) && !(name === 'title' && this.builder.isInForeign);
    return isRaw ? this.readRawText(name, close + 1) : close + 1;
  }

  /** Position of the `>` that ends the tag, or of the `/` of a self-closing one; the length of the page if there is none. */
  private readAttributes(from: number, attribs: Record<string, string>): number {
    const { source } = this;
    let count = 0;
    for (let at = from; at < source.length;) {
      const code = source.charCodeAt(at);
      if (code === CharCode.greaterThan) return at;
      if (code === CharCode.slash) {
        const next = this.skipSpaces(at + 1);
        if (source.charCodeAt(next) === CharCode.greaterThan) return at;
        at = next;
      } else if (isSpace(code)) at++;
      else at = this.readAttribute(at, ++count <= MAX_ATTRIBUTES ? attribs : null);
    }
    return source.length;
  }

  /**
   * Position after the attribute. Names that begin with a digit are left out: no attribute has one, and a number as a name
   * would make the attributes an array with as many places. The first of several attributes with the same name is used.
   */
  private readAttribute(start: number, attribs: Record<string, string> | null): number {
    const { source } = this;
    const nameEnd = endOf(TagPart.attributeName, source, start + 1);
    const equals = this.skipSpaces(nameEnd);
    const hasValue = source.charCodeAt(equals) === CharCode.equals;
    const first = hasValue ? this.skipSpaces(equals + 1) : nameEnd;
    const quote = hasValue ? source.charCodeAt(first) : 0;
    const isQuoted = quote === CharCode.doubleQuote || quote === CharCode.singleQuote;
    const valueStart = isQuoted ? first + 1 : first;
    const valueEnd = isQuoted
      ? source.indexOf(quote === CharCode.doubleQuote ? '"' : "'", valueStart)
      : hasValue
        ? endOf(TagPart.unquotedValue, source, valueStart)
        : valueStart;
    if (valueEnd < 0) return source.length;
    if (attribs && !isDigit(source.charCodeAt(start))) {
      const name = this.names.at(source, start, nameEnd);
      attribs[name] ??= decodeValue(source.slice(valueStart, valueEnd));
    }
    return isQuoted ? valueEnd + 1 : valueEnd;
  }

  private endTag(start: number): number {
    const { source } = this;
    if (!isLetter(source.charCodeAt(start))) return this.after('>', start);
    this.flushText();
    const end = endOf(TagPart.tagName, source, start);
    const close = this.endOfEndTag(end);
    if (close < 0) return source.length;
    this.builder.endTag(this.names.at(source, start, end));
    return close + 1;
  }

  /** Position of the `>` that ends an end tag, which may have attributes; -1 if there is none. */
  private endOfEndTag(from: number): number {
    const { source } = this;
    if (source.charCodeAt(from) === CharCode.greaterThan) return from;
    const close = this.readAttributes(from, {});
    return close >= source.length ? -1 : source.indexOf('>', close);
  }

  /** Comments, document types, and CDATA sections, which are text in svg and math only. */
  private skipDeclaration(start: number): number {
    const { source } = this;
    if (source.startsWith('--', start)) return this.commentEnd(start);
    if (!source.startsWith(CDATA, start) || !this.builder.isInForeign) return this.after('>', start);
    const end = source.indexOf(']]>', start);
    const textEnd = end < 0 ? source.length : end;
    this.text += source.slice(start + CDATA.length, textEnd);
    return end < 0 ? textEnd : end + 3;
  }

  /** `<!-->` is a comment, and `--!>` ends one. @see https://html.spec.whatwg.org/multipage/parsing.html#comment-end-bang-state */
  private commentEnd(start: number): number {
    const end = this.ends.from(start);
    const bang = this.bangEnds.from(start + 2);
    if (bang >= 0 && (end < 0 || bang < end)) return bang + 4;
    return end < 0 ? this.source.length : end + 3;
  }

  private readRawText(name: string, start: number): number {
    const { text, end, isClosed } = this.rawText.read(name, start);
    this.text = DECODED.has(name) ? decodeText(text) : text;
    this.flushText();
    const close = isClosed ? this.endOfEndTag(end) : -1;
    if (close < 0) return this.source.length;
    this.builder.endTag(name);
    return close + 1;
  }

  /** Everything to the end of the page is text. */
  private readPlainText(start: number): number {
    this.text = this.source.slice(start);
    this.flushText();
    return this.source.length;
  }

  private after(char: string, from: number): number {
    const at = this.source.indexOf(char, from);
    return at < 0 ? this.source.length : at + 1;
  }

  private skipSpaces(from: number): number {
    let at = from;
    while (isSpace(this.source.charCodeAt(at))) at++;
    return at;
  }

  private addText(text: string): void {
    this.text += decodeText(text);
  }

  private flushText(): void {
    if (this.text === '') return;
    // per text: a page that is made anew takes twice as long to read
    const hasReturns = this.hasReturns && this.text.includes('\r');
    this.builder.text(hasReturns ? this.text.replace(/\r\n?/g, '\n') : this.text);
    this.text = '';
  }
}

const decodeText = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);
const decodeValue = (value: string): string => (value.includes('&') ? decodeHTMLAttribute(value) : value);
