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

/** Traits by tag, and by the other names. */
type KnownTraits = Map<string, Map<string, ElementTraits>>;

/**
 * Traits of elements, kept for the pages to come: the elements of a site repeat on its pages. Cleared when it is full. Each
 * conversion thread has its own.
 */
export class TraitsMemo {
  /** Of elements that have a class and no other name: most of them. */
  private byClass: KnownTraits = new Map();
  private byNames: KnownTraits = new Map();
  private size = 0;
  private weights: HintWeights | null = null;

  of(element: PageElement, weights: HintWeights): ElementTraits {
    const others = otherNames(element);
    const names = others ?? element.attribs['class']!;
    if (element.name.length + names.length > MAX_CHARS) return traitsOf(element, weights);
    if (weights !== this.weights || this.size >= MAX_ELEMENTS) this.startAnew(weights);
    const known = others === null ? this.byClass : this.byNames;
    return known.get(element.name)?.get(names) ?? this.remember(element, known, names);
  }

  private remember(element: PageElement, known: KnownTraits, names: string): ElementTraits {
    const traits = traitsOf(element, this.weights!);
    const tag = copyOf(element.name);
    let ofTag = known.get(tag);
    if (!ofTag) known.set(tag, (ofTag = new Map()));
    ofTag.set(copyOf(names), traits);
    this.size++;
    return traits;
  }

  private startAnew(weights: HintWeights): void {
    this.byClass = new Map();
    this.byNames = new Map();
    this.size = 0;
    this.weights = weights;
  }
}

/** All names but the tag that the traits depend on, with their lengths, so that no two elements share them; null: the class only. */
function otherNames({ attribs }: PageElement): string | null {
  const { class: className, id = '', role = '', itemprop = '', itemtype = '' } = attribs;
  if (id === '' && role === '' && itemprop === '' && itemtype === '')
    return className === undefined ? '' : null;
  const lengths = `${className?.length ?? '-'} ${id.length} ${role.length} ${itemprop.length}`;
  return `${lengths} ${className ?? ''}${id}${role}${itemprop}${itemtype}`;
}

function traitsOf(element: PageElement, weights: HintWeights): ElementTraits {
  const { name, attribs } = element;
  const { class: className, id = '' } = attribs;
  return {
    hint: sumHints(nameWords(element), weights),
    isComments: COMMENTS.test(className ?? '') || COMMENTS.test(id) ? 1 : 0,
    kind: copyOf(className === undefined ? name : `${name} ${className.split(' ', 1)[0]}`),
  };
}
