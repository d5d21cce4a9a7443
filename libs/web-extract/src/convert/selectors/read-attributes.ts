import type { AttributeValues, AttributeSelector } from '../../model/page/attributes.js';
import type { DomTree, PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { compileSelectors, findEach } from './compile-selectors.js';
import { SelectorCostError } from './matching.js';

/** Maximum number of values over all selectors. */
const MAX_VALUES = 100_000;
/** Characters of all values together: many selectors may match the same long value. */
const MAX_CHARS = 10_000_000;

/** Values of the requested attributes on a page. */
interface AttributesRead {
  /** In the order of the selectors; empty lists are kept. */
  readonly attributes: readonly AttributeValues[];
  readonly warnings: readonly string[];
}

/**
 * Reads attributes of the whole page, in document order, unmodified. @throws InvalidRequestError for invalid
 * selectors
 */
export function readAttributes({ root }: DomTree, wishes: readonly AttributeSelector[]): AttributesRead {
  const lists = wishes.map(({ selector }, at) =>
    compileSelectors([selector], ['attributes', at, 'selector']),
  );
  const values = wishes.map((): string[] => []);
  const warning = readInto(values, wishes, findEach(lists, root));
  return {
    attributes: wishes.map(({ selector, attribute }, at) => ({ selector, attribute, values: values[at]! })),
    warnings: warning === null ? [] : [`attributes: ${warning}; the values read before are returned`],
  };
}

/** @returns why it was not read to the end */
function readInto(
  values: readonly string[][],
  wishes: readonly AttributeSelector[],
  found: Iterable<readonly PageElement[]>,
): string | null {
  const room = { values: MAX_VALUES, chars: MAX_CHARS };
  const each = found[Symbol.iterator]();
  try {
    for (const [at, { attribute }] of wishes.entries()) {
      for (const { attribs } of (each.next().value ?? []) as readonly PageElement[]) {
        const value = ownAttribute(attribs, attribute);
        if (value === undefined) continue;
        room.values--;
        room.chars -= value.length;
        if (room.values < 0 || room.chars < 0) return 'the page has too many values';
        values[at]!.push(value);
      }
    }
    return null;
  } catch (error) {
    if (!(error instanceof SelectorCostError)) throw error;
    return error.message;
  }
}

/** Names of attributes are small letters in HTML; those of SVG keep theirs. */
function ownAttribute(attribs: Readonly<Record<string, string>>, name: string): string | undefined {
  const own = [name, name.toLowerCase()].find((one) => Object.hasOwn(attribs, one));
  return own === undefined ? undefined : attribs[own];
}
