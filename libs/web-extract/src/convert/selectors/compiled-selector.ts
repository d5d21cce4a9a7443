import type { PageElement } from '../../markup/dom/nodes.js';

/** What stands between two compounds: how the left one is found from the right one. */
export type Combinator =
  | 'descendant'
  | 'child'
  | 'adjacent'
  | 'sibling'
  | 'parent'
  /** Written as a descendant: the element itself may be the first of what `:has()` looks for, as in jQuery. */
  | 'within';

/** Compounds with a combinator before each; the last one is what is looked for. */
export interface ComplexSelector {
  readonly steps: readonly SelectorStep[];
}

export interface SelectorStep {
  /** Of the first step: what a relative selector begins with. */
  readonly combinator: Combinator;
  readonly conditions: readonly Condition[];
}

/** One condition of a compound. */
export type Condition =
  /** Told from the element alone. */
  | {
      readonly kind: 'element';
      /** Whose value is read: long ones cost more. */
      readonly attribute: string | null;
      readonly matches: (element: PageElement) => boolean;
    }
  /** Told from its place among its siblings, 0 being the first. */
  | {
      readonly kind: 'place';
      readonly ofType: boolean;
      readonly fromEnd: boolean;
      readonly matches: (place: number) => boolean;
    }
  | { readonly kind: 'root' }
  | { readonly kind: 'text'; readonly text: string; readonly ignoresCase: boolean }
  | { readonly kind: 'is' | 'not'; readonly list: readonly ComplexSelector[] }
  /** The first combinator of each leads from the element to what it must have. */
  | { readonly kind: 'has'; readonly list: readonly ComplexSelector[] };
