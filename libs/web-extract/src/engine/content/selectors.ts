import { compile, selectAll, type Options } from 'css-select';
import type { AnyNode, Element, ParentNode } from 'domhandler';
import { InvalidRequestError } from '../../model/errors.js';
import type { PageElement } from '../html/nodes.js';

/** A checked list of CSS selectors. */
export interface CompiledSelectors {
  readonly isEmpty: boolean;
  /** Every element below `root` that one of the selectors matches, in document order. */
  findAll(root: ParentNode): PageElement[];
}

type Matches = (node: AnyNode) => boolean;

/**
 * Checks and compiles CSS selectors. A list counts as one selector: what any of them matches is matched.
 *
 * @param path where the list stands in the request, for the error
 * @throws InvalidRequestError naming each selector that cannot be read
 */
export function compileSelectors(
  selectors: readonly string[],
  path: readonly (string | number)[] = [],
): CompiledSelectors {
  const problems = selectors.flatMap((selector, at) => {
    const message = selectorProblem(selector);
    return message === null ? [] : [{ path: [...path, at], message }];
  });
  if (problems.length > 0) throw new InvalidRequestError(problems);
  const matches = selectors.length > 0 ? compileOne(selectors.join(',')) : null;
  return {
    isEmpty: matches === null,
    findAll: (root) =>
      matches ? (selectAll<AnyNode, Element>(matches, root.children) as PageElement[]) : [],
  };
}

function selectorProblem(selector: string): string | null {
  try {
    compileOne(selector);
    return null;
  } catch (error) {
    return `"${selector}" is not a valid CSS selector: ${error instanceof Error ? error.message : 'unreadable'}`;
  }
}

const OPTIONS: Options<AnyNode, Element> = { cacheResults: false };

function compileOne(selector: string): Matches {
  if (selector.trim() === '') throw new Error('it is empty');
  return compile<AnyNode, Element>(selector, OPTIONS) as Matches;
}
