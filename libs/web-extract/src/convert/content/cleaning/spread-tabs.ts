import type { AnyNode, ParentNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  PageElement,
  PageText,
  textOf,
} from '@web-extract/documents/markup/dom/nodes.js';
import { appendNode, insertBefore } from '@web-extract/documents/markup/dom/tree-edits.js';
import { isHidden } from './clean-hidden.js';
import { MEDIA_TAGS } from '../block-features/element-kinds.js';
import { setChildren } from './prune.js';
import { show } from './reveal-page.js';

/** Maximum number of levels between the row of tabs and their panels. */
const MAX_ANCESTORS = 3;
/** Nodes that are looked at for the tabs of a row. */
const MAX_ROW_NODES = 500;
/** Nodes that are looked at on one page for all rows of it. */
export const MAX_TAB_NODES = 200_000;
/** Longer texts name no tab. */
const MAX_NAME_CHARS = 60;
/** A label without a letter is a dot of a slideshow. */
const LETTER = /\p{L}/u;
/** Tabs that change between parts of the site, not of the text. */
const LANDMARKS = new Set(['nav', 'header', 'footer', 'aside']);
/** Elements whose content is kept verbatim. */
const VERBATIM = new Set(['pre', 'code', 'table', 'ul', 'ol', 'dl']);

/** Nodes that may still be looked at: a page of nothing but tabs costs no more than its length. */
export interface TabBudget {
  nodes: number;
  /** The panels of each row of tabs found so far. */
  readonly groups: PageElement[][];
}

const GROUPS = new WeakMap<ParentNode, readonly (readonly PageElement[])[]>();

/** Remembers the panels of a page for {@link tabPanelsOf}. */
export function rememberTabs(root: ParentNode, { groups }: TabBudget): void {
  if (groups.length > 0) GROUPS.set(root, groups);
}

/** The panels of each row of tabs of the page that holds this node. */
export function tabPanelsOf(node: ParentNode): readonly (readonly PageElement[])[] {
  let root = node;
  while (root.parent) root = root.parent;
  return GROUPS.get(root) ?? [];
}

interface Panel {
  readonly name: string;
  readonly element: PageElement;
}

/**
 * Shows the panels of all tabs, each below the name of its tab. The row of tabs is then redundant.
 *
 * Must be called before the following elements are cleaned: panels of inactive tabs are hidden.
 *
 * @returns true if the element is a row of tabs
 */
export function spreadTabs(element: PageElement, budget: TabBudget): boolean {
  if (spreadLabelled(element)) return false;
  const tabs = tabsOf(element, budget);
  if (tabs.length < 2 || tabs.some((tab) => !isName(nameOf(tab))) || isInLandmark(element)) return false;
  const elements = isLabelRow(element) ? panelsBeside(element, tabs) : panelsOf(element, tabs, budget);
  const panels = namedPanels(elements, tabs);
  if (panels.some((panel) => stands(panel.element, element))) return false; // a row of sections that fold out
  for (const panel of panels) label(panel);
  if (panels.length > 1) budget.groups.push(panels.map((panel) => panel.element));
  return panels.length > 0;
}

/** The panels with content, each with the name of its first tab: all tabs of a row can name the same panel. */
function namedPanels(elements: readonly (PageElement | undefined)[], tabs: readonly PageElement[]): Panel[] {
  const first = new Map<PageElement, PageElement>();
  elements.forEach((panel, at) => {
    if (panel && !first.has(panel)) first.set(panel, tabs[at]!);
  });
  return [...first].flatMap(([panel, tab]) =>
    saysSomething(panel) ? { name: nameOf(tab), element: panel } : [],
  );
}

// ---- the row

const NONE: readonly PageElement[] = [];

function tabsOf(element: PageElement, budget: TabBudget): readonly PageElement[] {
  if (element.attribs['role'] === 'tablist') {
    return some(element, MAX_ROW_NODES, budget).filter(({ attribs }) => attribs['role'] === 'tab');
  }
  if (element.name === 'ul') return switches(element);
  return isLabelRow(element) ? elementsIn(element).filter(({ name }) => name === 'label') : NONE;
}

/** Returns the items of a list if each is a link or button marked as a tab. */
function switches(list: PageElement): readonly PageElement[] {
  if (!isSwitch(firstElement(list))) return NONE; // as nearly all lists: nothing is made for them
  const items = elementsIn(list);
  return items.every(isSwitch) ? items.map((item) => firstElement(item)!) : NONE;
}

function isSwitch(item: PageElement | undefined): boolean {
  const attribs = item && firstElement(item)?.attribs;
  const toggled = attribs?.['data-bs-toggle'] ?? attribs?.['data-toggle'];
  return toggled === 'tab' || toggled === 'pill';
}

/**
 * Returns true for the labels of radio buttons, with or without the buttons, next to as many panels: tabs
 * without a script.
 */
function isLabelRow(element: PageElement): boolean {
  if (element.name !== 'div') return false;
  const first = firstElement(element);
  if (first?.name !== 'label' && !isRadio(first)) return false;
  return elementsIn(element).every((child) => child.name === 'label' || isRadio(child));
}

/** Handles tabs without a script in which each label is followed by its panel, all in one element. */
function spreadLabelled(element: PageElement): boolean {
  if (element.name !== 'div' || !isRadio(firstElement(element))) return false;
  const children = elementsIn(element).filter((child) => !isRadio(child));
  const pairs = children.length / 2;
  if (pairs < 2 || !Number.isInteger(pairs)) return false;
  const isPair = (child: PageElement, at: number) => (child.name === 'label') === (at % 2 === 0);
  const labels = children.filter(({ name }) => name === 'label');
  if (!children.every(isPair) || labels.some((tab) => !isName(nameOf(tab)))) return false;
  const named = new Set<AnyNode>();
  labels.forEach((tab, at) => {
    const panel = children[2 * at + 1]!;
    if (!saysSomething(panel)) return;
    label({ name: nameOf(tab), element: panel });
    named.add(tab);
  });
  setChildren(element, element.children.filter((child) => !named.has(child as AnyNode)) as AnyNode[]);
  return true;
}

function isRadio(element: PageElement | undefined): boolean {
  return element?.name === 'input' && element.attribs['type'] === 'radio';
}

function nameOf(tab: PageElement): string {
  return textOf(tab).replace(/\s+/g, ' ').trim();
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME_CHARS && LETTER.test(text);
}

function isInLandmark(element: PageElement): boolean {
  for (let up: ParentNode | null = element; isElement(up); up = up.parent)
    if (LANDMARKS.has(up.name)) return true;
  return false;
}

// ---- the panels

/** For each tab its panel: the one that names it or is named by it, else the one at its place. */
function panelsOf(
  row: PageElement,
  tabs: readonly PageElement[],
  budget: TabBudget,
): (PageElement | undefined)[] {
  let scope = row.parent;
  for (let depth = 0; isElement(scope) && depth < MAX_ANCESTORS; depth++, scope = scope.parent) {
    const inScope = some(scope, Infinity, budget).filter(({ attribs }) => attribs['id'] || attribs['role']);
    const places = placesOf(inScope);
    const named = tabs.map((tab) => inScope[placeOf(tab, places)]);
    if (named.some(Boolean)) return named;
    const inOrder = inScope.filter(({ attribs }) => attribs['role'] === 'tabpanel');
    if (inOrder.length === tabs.length) return inOrder;
    if (inOrder.length > 0) return [];
  }
  return [];
}

/** Where the first element of each id is, and the first panel that names each tab. */
interface Places {
  readonly ids: ReadonlyMap<string, number>;
  readonly labels: ReadonlyMap<string, number>;
}

function placesOf(elements: readonly PageElement[]): Places {
  const [ids, labels] = [new Map<string, number>(), new Map<string, number>()];
  elements.forEach(({ attribs }, at) => {
    const { id, role, 'aria-labelledby': labelledBy } = attribs;
    if (id && !ids.has(id)) ids.set(id, at);
    if (role === 'tabpanel' && labelledBy !== undefined && !labels.has(labelledBy))
      labels.set(labelledBy, at);
  });
  return { ids, labels };
}

/** The place of the first element that a tab names or that names the tab; infinite without one. */
function placeOf(tab: PageElement, { ids, labels }: Places): number {
  const { id } = tab.attribs;
  let place = (id === undefined ? undefined : labels.get(id)) ?? Infinity;
  for (const target of targetsOf(tab)) place = Math.min(place, ids.get(target) ?? Infinity);
  return place;
}

function targetsOf({ attribs }: PageElement): string[] {
  const references = [attribs['href'], attribs['data-target'], attribs['data-bs-target']];
  const fragments = references.flatMap((reference) => (reference?.startsWith('#') ? reference.slice(1) : []));
  return [...fragments, ...(attribs['aria-controls']?.split(/\s+/) ?? [])];
}

function panelsBeside(row: PageElement, tabs: readonly PageElement[]): PageElement[] {
  let next = row.next as AnyNode | null;
  while (next && !isElement(next)) next = next.next as AnyNode | null;
  const panels = next ? elementsIn(next) : [];
  return panels.length === tabs.length ? panels : [];
}

function stands(node: ParentNode | null, within: PageElement): boolean {
  for (let up = node; isElement(up); up = up.parent) if (up === within) return true;
  return false;
}

function saysSomething(panel: PageElement): boolean {
  for (const node of descendants(panel)) {
    if (isText(node) ? node.data.trim() !== '' : isElement(node) && MEDIA_TAGS.has(node.name)) return true;
  }
  return false;
}

function label({ name, element }: Panel): void {
  if (isHidden(element)) show(element);
  if (VERBATIM.has(element.name)) return;
  const [strong, paragraph] = [new PageElement('strong', {}), new PageElement('p', {})];
  appendNode(strong, new PageText(name));
  appendNode(paragraph, strong);
  insertBefore(element, paragraph, element.children[0] as AnyNode);
}

// ---- elements

function firstElement({ children }: PageElement): PageElement | undefined {
  for (const child of children) if (isElement(child as AnyNode)) return child as PageElement;
  return undefined;
}

function elementsIn(parent: PageElement): PageElement[] {
  return parent.children.filter((child): child is PageElement => isElement(child as AnyNode));
}

/** The first elements below. */
function some(root: ParentNode, most: number, budget: TabBudget): PageElement[] {
  const found: PageElement[] = [];
  let left = Math.min(most, budget.nodes);
  for (const node of descendants(root)) {
    if (left-- <= 0) break;
    budget.nodes--;
    if (isElement(node)) found.push(node);
  }
  return found;
}
