import { MarkupScanner, type MarkupHandler } from '../../web/sitemap/markup-scanner.js';
import { decodeXmlReferences } from '@web-extract/documents/markup/decode/xml-references.js';

/** Receives XML events in order. Names are in lower case; `path` contains those of the ancestors. */
export interface XmlHandler {
  onOpen(name: string, attributes: ReadonlyMap<string, string>, path: readonly string[]): void;
  onClose(name: string, path: readonly string[]): void;
  /** Text as written. */
  onText(raw: string): void;
  /** Text of a CDATA section. */
  onCharacterData(text: string): void;
}

const NAME = /^\/?([^\s/>]+)/;
/** Begins where a name begins: a tag may be one long name without a value. */
const ATTRIBUTE = /(?<![^\s=/"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** A closing tag that fits none of this many elements around it closes nothing; a bound for its search. */
const MAX_SKIPPED = 8;

/** Walks through XML, well formed or not, in linear time and without a tree. Knows no entities but XML's own. */
export function readXml(xml: string, handler: XmlHandler): void {
  new MarkupScanner(new Tags(handler)).push(xml);
}

class Tags implements MarkupHandler {
  private readonly path: string[] = [];

  constructor(private readonly handler: XmlHandler) {}

  onTag(tag: string): void {
    const name = NAME.exec(tag)?.[1]?.toLowerCase();
    if (name === undefined) return;
    if (tag.startsWith('/')) return this.close(name);
    this.handler.onOpen(name, attributesOf(tag), this.path);
    this.path.push(name);
    if (tag.endsWith('/')) this.close(name);
  }

  onText(raw: string): void {
    this.handler.onText(raw);
  }

  onCharacterData(text: string): void {
    this.handler.onCharacterData(text);
  }

  private close(name: string): void {
    const index = this.path.slice(-MAX_SKIPPED).lastIndexOf(name);
    if (index < 0) return;
    const depth = Math.max(0, this.path.length - MAX_SKIPPED) + index;
    while (this.path.length > depth) this.handler.onClose(this.path.pop() ?? name, this.path);
  }
}

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of tag.matchAll(ATTRIBUTE)) {
    attributes.set((name ?? '').toLowerCase(), decodeXmlReferences(double ?? single ?? ''));
  }
  return attributes;
}
