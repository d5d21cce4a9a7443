import type { AnyNode, ParentNode } from 'domhandler';
import { InvalidRequestError, type RequestProblem } from '../../model/errors.js';
import type { ValidationIssue } from '../../model/problems/validation-issue.js';
import { problemAt } from '../../model/problems/request-problem.js';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { compileSelector } from './compile-selector.js';
import type { ComplexSelector } from './compiled-selector.js';
import { Matching, type Matches } from './matching.js';
import { PageElements } from './page-elements.js';
import { MAX_SELECTORS_CHARS, SelectorBoundError } from './selector-bounds.js';

/** A checked list of CSS selectors. */
interface CompiledSelectors {
  readonly list: readonly ComplexSelector[];

  /**
   * Every element below `root` that one of the selectors matches, in document order.
   *
   * @throws SelectorCostError when page and selectors are both so large that it would take seconds
   */
  findAll(root: ParentNode): PageElement[];
}

/** Selectors and their path in the request. */
interface SelectorList {
  readonly path: readonly (string | number)[];
  readonly selectors: readonly string[];
}

/**
 * Validates and compiles CSS selectors. A list is used like one selector: it matches the matches of all of
 * them.
 *
 * @param path path of the list in the request, for the error
 * @throws InvalidRequestError naming each selector that is invalid or too large, see {@link
 * MAX_SELECTORS_CHARS} and the related limits
 */
export function compileSelectors(
  selectors: readonly string[],
  path: readonly (string | number)[],
): CompiledSelectors {
  refuseTooMany([{ path, selectors }]);
  const key = JSON.stringify(selectors);
  const compiled = known.get(key) ?? compiledOf(compileAll(selectors, path));
  known.delete(key);
  known.set(key, compiled);
  if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  return compiled;
}

/**
 * Most recently compiled lists. Consecutive pages of a crawl use the same ones, which are valid for all
 * callers.
 */
const known = new Map<string, CompiledSelectors>();
const MAX_KNOWN = 16;

function compileAll(selectors: readonly string[], path: SelectorList['path']): ComplexSelector[] {
  const problems: RequestProblem[] = [];
  const list = selectors.flatMap((selector, at) => {
    try {
      return compileSelector(selector);
    } catch (error) {
      problems.push(problemAt([...path, at], faultOf(selector, error)));
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidRequestError(problems);
  return list;
}

/** Checks lists that count together. @throws InvalidRequestError as {@link compileSelectors} does */
export function checkSelectors(lists: readonly SelectorList[]): void {
  refuseTooMany(lists);
  for (const { selectors, path } of lists) compileSelectors(selectors, path);
}

/** Counted before anything is read: what cannot be used costs nothing. */
function refuseTooMany(lists: readonly SelectorList[]): void {
  let chars = 0;
  for (const { selectors, path } of lists) {
    for (const selector of selectors) chars += selector.length;
    if (chars <= MAX_SELECTORS_CHARS) continue;
    throw InvalidRequestError.at(path, { code: 'selectors-size', mostChars: MAX_SELECTORS_CHARS });
  }
}

function faultOf(selector: string, error: unknown): ValidationIssue {
  const reason = error instanceof Error ? error.message : 'unreadable';
  return error instanceof SelectorBoundError
    ? { code: 'selector-size', reason }
    : { code: 'selector', selector, reason };
}

const compiledOf = (list: readonly ComplexSelector[]): CompiledSelectors => ({
  list,
  findAll: (root) => (list.length === 0 ? [] : [...findEach([{ list }], root)].flat()),
});

/**
 * Yields the matches of several lists below `root`, in order. Their steps are counted together.
 *
 * @throws SelectorCostError like `findAll`
 */
export function* findEach(
  lists: readonly Pick<CompiledSelectors, 'list'>[],
  root: ParentNode,
): Generator<PageElement[]> {
  const page = new PageElements(topOf(root));
  const matching = new Matching(page);
  for (const { list } of lists) yield matchedBelow(root, page, matching.ofList(list));
}

function matchedBelow(root: ParentNode, page: PageElements, matches: Matches): PageElement[] {
  const found: PageElement[] = [];
  const inside = new Uint8Array(matches.length);
  page.all.forEach((element, at) => {
    const parent = page.parents[at]!;
    inside[at] = element.parent === root || (parent >= 0 && inside[parent] === 1) ? 1 : 0;
    if (matches[at] === 1 && inside[at] === 1) found.push(element);
  });
  return found;
}

/** Selectors may refer to ancestors of the root. */
function topOf(root: ParentNode): ParentNode {
  let top = root;
  while ((top as AnyNode).parent) top = (top as AnyNode).parent!;
  return top;
}
