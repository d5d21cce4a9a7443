import type { Selector } from 'css-what';

/** Characters of one selector: three times what people write. */
const MAX_SELECTOR_CHARS = 1_000;
/** Characters of all selectors of a request together. */
export const MAX_SELECTORS_CHARS = 10_240;
/** Maximum nesting of `:is()`, `:not()`, `:has()` and similar. */
const MAX_SELECTOR_NESTING = 10;
/** Parts between commas, combinators and brackets, such as `a.b[c]`, in one selector. */
const MAX_SELECTOR_COMPOUNDS = 100;

/** A selector is larger than any may be. The message goes on behind the name of its field. */
export class SelectorBoundError extends Error {}

/** To be asked before anything reads the selector. @throws SelectorBoundError */
export function checkLength({ length }: string): void {
  if (length > MAX_SELECTOR_CHARS)
    throw new SelectorBoundError(
      `holds a selector of ${length} characters; ${MAX_SELECTOR_CHARS} is the most`,
    );
}

/** To be asked of a selector that was read, before it is compiled. @throws SelectorBoundError */
export function checkSize(list: readonly (readonly Selector[])[]): void {
  const { compounds, nesting } = sizeOf(list);
  if (nesting > MAX_SELECTOR_NESTING)
    throw new SelectorBoundError(
      `holds a selector nested ${nesting} deep; ${MAX_SELECTOR_NESTING} is the most`,
    );
  if (compounds > MAX_SELECTOR_COMPOUNDS)
    throw new SelectorBoundError(
      `holds a selector of ${compounds} parts; ${MAX_SELECTOR_COMPOUNDS} is the most`,
    );
}

interface SelectorSize {
  compounds: number;
  nesting: number;
}

/** Recursive: the input is limited by the maximum length of a selector. */
function sizeOf(list: readonly (readonly Selector[])[]): SelectorSize {
  const size: SelectorSize = { compounds: 0, nesting: 0 };
  for (const complex of list) {
    size.compounds++;
    for (const token of complex) {
      if (!('name' in token) && token.type !== 'universal') size.compounds++;
      if (token.type !== 'pseudo' || !Array.isArray(token.data)) continue;
      const inner = sizeOf(token.data);
      size.compounds += inner.compounds;
      size.nesting = Math.max(size.nesting, inner.nesting + 1);
    }
  }
  return size;
}
