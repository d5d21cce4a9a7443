import { encodeQuery } from '@web-extract/documents/markup/decode/encodings.js';
import { isElement, nextNode, type DomTree } from '@web-extract/documents/markup/dom/nodes.js';

// eslint-disable-next-line no-control-regex -- the percent-encode set begins with the control characters
const NOT_ASCII = /[^\x00-\x7f]/;
/** Queries of other schemes are UTF-8. */
const OTHER_SCHEME = /^\s*(?!https?:)[a-z][a-z0-9+.-]*:/i;
const ADDRESSES = ['href', 'src', 'xlink:href'];

/**
 * Writes the queries of a page's addresses in its encoding, as browsers request them; paths and fragments are always UTF-8.
 * @see https://html.spec.whatwg.org/multipage/urls-and-fetching.html#encoding-parsing-a-url
 */
export function encodeQueries({ root }: DomTree, encoding: string): void {
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (!isElement(node)) continue;
    for (const name of ADDRESSES) {
      const value = node.attribs[name];
      if (value !== undefined && NOT_ASCII.test(value) && !OTHER_SCHEME.test(value))
        node.attribs[name] = withQuery(value, encoding);
    }
  }
}

function withQuery(address: string, encoding: string): string {
  const end = address.indexOf('#') < 0 ? address.length : address.indexOf('#');
  const start = address.indexOf('?');
  if (start < 0 || start > end) return address;
  return (
    address.slice(0, start + 1) + encodeQuery(encoding, address.slice(start + 1, end)) + address.slice(end)
  );
}
