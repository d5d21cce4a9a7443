import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { nameWords, sumHints, type HintWeights } from './name-hints.js';
import { copyOf } from './text-memo.js';

/** Features derived from the names of an element; equal names have equal traits. */
export interface ElementTraits {
  readonly hint: number;
  /** 1 if it is named as comments. */
  readonly isComments: number;
  /** Its tag and first class: siblings of the same kind look similar. */
  readonly kind: string;
}

const COMMENTS =
  /(?:^|[\s_-])(?:comments?|respond|disqus|replies|discussion|kommentare?|commentaires?|comentarios?|commenti)(?:[\s_-]|$)/i;

/** Maximum number of elements that are remembered, and of characters of their names. */
const MAX_ELEMENTS = 4096;
const MAX_CHARS = 200;

/**
 * Traits of elements, kept for the pages to come: the elements of a site repeat on its pages. Cleared when it is full. Each
 * conversion thread has its own.
 */
export class TraitsMemo {
  /** By tag, and by the other names. */
  private known = new Map<string, Map<string, ElementTraits>>();
  private size = 0;
  private weights: HintWeights | null = null;

  of(element: PageElement, weights: HintWeights): ElementTraits {
    const names = namesOf(element);
    if (names.length > MAX_CHARS) return traitsOf(element, weights);
    if (weights !== this.weights || this.size >= MAX_ELEMENTS) this.startAnew(weights);
    return this.known.get(element.name)?.get(names) ?? this.remember(element, names, weights);
  }

  private remember(element: PageElement, names: string, weights: HintWeights): ElementTraits {
    const traits = traitsOf(element, weights);
    const tag = copyOf(element.name);
    let ofTag = this.known.get(tag);
    if (!ofTag) this.known.set(tag, (ofTag = new Map()));
    ofTag.set(copyOf(names), traits);
    this.size++;
    return traits;
  }

  private startAnew(weights: HintWeights): void {
    this.known = new Map();
    this.size = 0;
    this.weights = weights;
  }
}

/** Everything but the tag that the traits depend on. Most elements have a class only, or nothing. */
function namesOf({ attribs }: PageElement): string {
  const { class: className = NO_CLASS, id = '', role = '', itemprop = '', itemtype = '' } = attribs;
  if (id === '' && role === '' && itemprop === '' && itemtype === '') return className;
  return `${className}\n${id}\n${role}\n${itemprop}\n${itemtype}`;
}

/** An empty class is another kind than none. */
const NO_CLASS = '\n';

function traitsOf(element: PageElement, weights: HintWeights): ElementTraits {
  const { name, attribs } = element;
  const { class: className, id = '' } = attribs;
  return {
    hint: sumHints(nameWords(element), weights),
    isComments: COMMENTS.test(className ?? '') || COMMENTS.test(id) ? 1 : 0,
    kind: copyOf(className === undefined ? name : `${name} ${className.split(' ', 1)[0]}`),
  };
}
