import type { Combinator, ComplexSelector, Condition } from './compiled-selector.js';
import type { PageElements } from './page-elements.js';

/** For each element of the page, in document order: 1 when it matches. */
export type Matches = Uint8Array;

/**
 * Maximum number of steps for the selectors of a page: two or three seconds, a thousand times that of a
 * typical page.
 */
const MAX_STEPS = 300_000_000;
/** Characters of an attribute's value that are read in one step. */
const CHARS_A_STEP = 4;

/** The page is too large for its selectors, or they are too many for it. */
export class SelectorCostError extends Error {
  constructor() {
    super('its selectors take too many steps on this page');
  }
}

/**
 * Matches selectors against all elements of a page at once: every part of a selector is evaluated once for
 * each element, so that the time is the size of the page times the size of the selectors. Matching each
 * element separately, by walking back from it, takes time proportional to the number of paths through the
 * page.
 */
export class Matching {
  private steps = 0;

  constructor(private readonly page: PageElements) {}

  /** The elements that one of the list matches. @throws SelectorCostError */
  ofList(list: readonly ComplexSelector[]): Matches {
    const any = this.none();
    for (const selector of list) either(any, this.ofComplex(selector));
    return any;
  }

  private ofComplex({ steps }: ComplexSelector): Matches {
    let found: Matches | null = null;
    for (const { combinator, conditions } of steps) {
      found = this.narrowed(found ? this.from(found, combinator) : this.all(), conditions);
    }
    return found ?? this.none();
  }

  /** The elements that lead to one of each relative selector. */
  private ofRelative({ steps }: ComplexSelector): Matches {
    let leads: Matches | null = null;
    for (const { combinator, conditions } of [...steps].reverse()) {
      leads = this.backFrom(this.narrowed(leads ?? this.all(), conditions), combinator);
    }
    return leads ?? this.none();
  }

  private narrowed(candidates: Matches, conditions: readonly Condition[]): Matches {
    for (const condition of conditions) this.narrow(candidates, condition);
    return candidates;
  }

  private narrow(candidates: Matches, condition: Condition): void {
    switch (condition.kind) {
      case 'element':
        return this.narrowByElement(candidates, condition);
      case 'place': {
        const places = this.page.placesOf(condition.ofType, condition.fromEnd);
        return this.keep(candidates, (at) => condition.matches(places[at]!));
      }
      case 'root':
        return this.keep(candidates, (at) => this.page.parents[at]! < 0);
      case 'text':
        return this.narrowByText(candidates, condition.text, condition.ignoresCase);
      case 'is':
      case 'not': {
        const inner = this.ofList(condition.list);
        const wanted = condition.kind === 'is' ? 1 : 0;
        return this.keep(candidates, (at) => inner[at] === wanted);
      }
      case 'has': {
        const leads = condition.list.map((selector) => this.ofRelative(selector));
        return this.keep(candidates, (at) => leads.some((one) => one[at] === 1));
      }
    }
  }

  private narrowByElement(
    candidates: Matches,
    { attribute, matches }: Condition & { kind: 'element' },
  ): void {
    const { all } = this.page;
    this.keep(candidates, (at) => {
      const element = all[at]!;
      if (attribute !== null) this.spend((element.attribs[attribute]?.length ?? 0) / CHARS_A_STEP);
      return matches(element);
    });
  }

  /** Texts begin in the order of their elements: each occurrence is looked for once. */
  private narrowByText(candidates: Matches, wanted: string, ignoresCase: boolean): void {
    const { text, starts, ends } = this.page.textsOf(ignoresCase);
    const words = ignoresCase ? wanted.toLowerCase() : wanted;
    this.spend(text.length / CHARS_A_STEP);
    let next = text.indexOf(words);
    this.keep(candidates, (at) => {
      if (next >= 0 && next < starts[at]!) next = text.indexOf(words, starts[at]);
      return next >= 0 && next + words.length <= ends[at]!;
    });
  }

  private keep(candidates: Matches, passes: (at: number) => boolean): void {
    this.spend(candidates.length);
    for (let at = 0; at < candidates.length; at++) {
      if (candidates[at] === 1 && !passes(at)) candidates[at] = 0;
    }
  }

  /** The elements that stand to one of `found` as the right side of a combinator does to its left. */
  private from(found: Matches, combinator: Combinator): Matches {
    const { parents, previous } = this.page;
    const relatives = combinator === 'descendant' || combinator === 'child' ? parents : previous;
    const reaches = combinator === 'descendant' || combinator === 'sibling';
    const to = this.none();
    if (combinator === 'parent') {
      for (let at = 0; at < to.length; at++) if (found[at] === 1 && parents[at]! >= 0) to[parents[at]!] = 1;
      return to;
    }
    for (let at = 0; at < to.length; at++) {
      const relative = relatives[at]!;
      if (relative >= 0) to[at] = found[relative]! | (reaches ? to[relative]! : 0);
    }
    return to;
  }

  /** The elements that stand to one of `found` as the left side of a combinator does to its right. */
  private backFrom(found: Matches, combinator: Combinator): Matches {
    if (combinator === 'within') return either(found, this.backFrom(found, 'descendant'));
    const { parents, previous } = this.page;
    const relatives = combinator === 'descendant' || combinator === 'child' ? parents : previous;
    const reaches = combinator === 'descendant' || combinator === 'sibling';
    const to = this.none();
    for (let at = to.length - 1; at >= 0; at--) {
      const relative = relatives[at]!;
      if (relative >= 0) to[relative]! |= found[at]! | (reaches ? to[at]! : 0);
    }
    return to;
  }

  private all(): Matches {
    return this.none().fill(1);
  }

  private none(): Matches {
    this.spend(this.page.all.length);
    return new Uint8Array(this.page.all.length);
  }

  private spend(steps: number): void {
    this.steps += steps;
    if (this.steps > MAX_STEPS) throw new SelectorCostError();
  }
}

/** Adds the matches of the second set to the first. */
function either(matches: Matches, more: Matches): Matches {
  for (let at = 0; at < matches.length; at++) matches[at]! |= more[at]!;
  return matches;
}
