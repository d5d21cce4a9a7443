import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';

/** The relation between two compounds: how the left one is found from the right one. */
export type Combinator =
  | 'descendant'
  | 'child'
  | 'adjacent'
  | 'sibling'
  | 'parent'
  /** Written as a descendant: the element itself may be the first of what `:has()` looks for, as in jQuery. */
  | 'within';

/** Compounds, each preceded by a combinator; the last one is the subject. */
export interface ComplexSelector {
  readonly steps: readonly SelectorStep[];
}

export interface SelectorStep {
  /** For the first step: the combinator that a relative selector starts with. */
  readonly combinator: Combinator;
  readonly conditions: readonly Condition[];
}

/** A condition of a compound. */
export type Condition =
  /** Depends only on the element itself. */
  | {
      readonly kind: 'element';
      /** Attribute that is read: long values cost more. */
      readonly attribute: string | null;
      readonly matches: (element: PageElement) => boolean;
    }
  /** Depends on its zero-based index among its siblings. */
  | {
      readonly kind: 'place';
      readonly ofType: boolean;
      readonly fromEnd: boolean;
      readonly matches: (place: number) => boolean;
    }
  | { readonly kind: 'root' }
  | { readonly kind: 'text'; readonly text: string; readonly ignoresCase: boolean }
  | { readonly kind: 'is' | 'not'; readonly list: readonly ComplexSelector[] }
  /** The first combinator of each leads from the element to the required one. */
  | { readonly kind: 'has'; readonly list: readonly ComplexSelector[] };
