import {
  EXTRACTOR_BOUNDS,
  type ListLocator,
  type ListRoot,
} from '../../model/extractor/extractor-program.js';
import { elementsBy, neighbourRun } from './locate.js';
import type { PageIndex, PageScope } from './page-index.js';
import { firstFrom } from './page-selector.js';

const MAX_ROOTS = 50;

/** The items of a list in a scope, in document order; null if the root is not unique. */
export function findItems(locator: ListLocator, page: PageIndex, scope: PageScope): PageScope[] | null {
  const roots = locator.root ? rootsOf(locator.root, page, scope) : [scope];
  const items = roots.map((root) => itemsIn(root, locator, page)).filter((found) => found.length > 0);
  return items.length > 1 ? null : (items[0] ?? []);
}

function itemsIn(root: PageScope, { item, span }: ListLocator, page: PageIndex): PageScope[] {
  const starts: number[] = [];
  let end = -1;
  for (const element of elementsBy(item, page, root)) {
    // An item inside of an item is a part of it.
    if (element < end || element === root.root) continue;
    starts.push(element);
    end = page.ends[element]!;
    if (starts.length >= EXTRACTOR_BOUNDS.items) break;
  }
  return starts.map((start, n) => {
    if (span === 'element') return page.scopeOf(start);
    const next = starts[n + 1];
    return next === undefined
      ? page.scopeOf(start, root.to, root.runTo)
      : page.scopeOf(start, next, page.firstRuns[next]!);
  });
}

function rootsOf(root: ListRoot, page: PageIndex, scope: PageScope): PageScope[] {
  const elements =
    root.kind === 'selector' ? elementsBy(root.selector, page, scope) : labelledRoots(root, page, scope);
  return [...new Set(elements)].slice(0, MAX_ROOTS).map((element) => clip(page.scopeOf(element), scope));
}

function clip(inner: PageScope, { to, runTo }: PageScope): PageScope {
  return { ...inner, to: Math.min(inner.to, to), runTo: Math.min(inner.runTo, runTo) };
}

function labelledRoots(
  { texts, take }: ListRoot & { kind: 'label' },
  page: PageIndex,
  scope: PageScope,
): number[] {
  return texts.flatMap((text) => {
    const labels = page.runsOf(text);
    const found: number[] = [];
    for (let n = firstFrom(labels, scope.runFrom); n < labels.length && labels[n]! < scope.runTo; n++) {
      page.spend();
      const root = rootBeside(labels[n]!, take, page, scope);
      if (root !== null) found.push(root);
      if (found.length >= MAX_ROOTS) break;
    }
    return found;
  });
}

/** The element after a text, as large as it can be without the text; or the smallest around the text and the next one. */
export function rootBeside(
  label: number,
  take: 'next' | 'around',
  page: PageIndex,
  scope: PageScope,
): number | null {
  const next = neighbourRun(label, 1, page, scope);
  if (next < 0) return null;
  const common = page.common(page.owners[label]!, page.owners[next]!);
  if (take === 'around') return common < 0 || common < scope.from ? null : common;
  const root = page.owners[next] === common ? -1 : page.childOf(common, page.owners[next]!);
  return root < 0 ? null : root;
}
