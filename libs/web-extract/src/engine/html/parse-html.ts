import { Document, DomHandler, type ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';
import { findElement, PageElement, PageText, type HtmlDocument } from './nodes.js';

/** Deeper elements become siblings: no later stage needs a deep stack, whatever the page does. */
const MAX_DEPTH = 500;

/** Builds page nodes with bounded depth. */
class PageHandler extends DomHandler {
  truncated = false;

  override onopentag(name: string, attribs: Record<string, string>): void {
    const element = new PageElement(name, attribs);
    this.addNode(element);
    this.tagStack.push(element);
  }

  override ontext(data: string): void {
    const { lastNode } = this;
    if (lastNode instanceof PageText) {
      lastNode.data += data;
    } else {
      const text = new PageText(data);
      this.addNode(text);
      this.lastNode = text;
    }
  }

  protected override addNode(node: PageElement | PageText): void {
    const depth = Math.min(this.tagStack.length, MAX_DEPTH);
    if (depth < this.tagStack.length) this.truncated = true;
    const parent = this.tagStack[depth - 1] as ParentNode;
    const previous = parent.children.at(-1) ?? null;
    parent.children.push(node);
    if (previous) {
      node.prev = previous;
      previous.next = node;
    }
    node.parent = parent;
    this.lastNode = null;
  }
}

/** Parses a page once, by htmlparser2's rules; comments and directives are left out. Never throws. */
export function parseHtml(html: string, url: string): HtmlDocument {
  const handler = new PageHandler();
  handler.oncomment = () => {};
  handler.onprocessinginstruction = () => {};
  new Parser(handler).end(html);
  const root = handler.root as Document;
  return { root, url, baseUrl: baseUrlOf(root, url), truncated: handler.truncated };
}

/** @see https://html.spec.whatwg.org/multipage/semantics.html#the-base-element (the first one with href counts) */
function baseUrlOf(root: Document, url: string): string {
  const href = findElement(root, 'base')?.attribs['href'];
  if (href === undefined) return url;
  try {
    return new URL(href, url).href;
  } catch {
    return url; // an unreadable base counts as none
  }
}
