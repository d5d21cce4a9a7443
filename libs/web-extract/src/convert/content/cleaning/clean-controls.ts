import type { AnyNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  nextNode,
  nodeAfter,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { VainSearches } from './vain-searches.js';

const LABELS_WITHOUT_FIELD = new VainSearches();
const HEADING = /^h[1-6]$/;
const FIELD = /^(?:input|select|textarea)$/;
/** One or two words are a command; a button with more words is the title of a collapsible section. */
const MIN_QUESTION_WORDS = 4;
const LETTER = /\p{L}/u;
const MAX_HEADING_NODES = 100;

/**
 * Removes form controls, which are not content, except task list checkboxes and elements that only look like
 * controls.
 */
export function cleanControl(element: PageElement): 'keep' | 'open' | 'drop' {
  switch (element.name) {
    case 'input':
      return isTaskBox(element) ? 'keep' : 'drop';
    case 'button':
      return isSectionHead(element) ? 'open' : 'drop';
    case 'label':
      return isFieldLabel(element) ? 'drop' : 'open';
    default:
      return 'drop';
  }
}

function isTaskBox(input: PageElement): boolean {
  if (input.attribs['type']?.toLowerCase() !== 'checkbox' || isSetting(input)) return false;
  let up = input.parent as PageElement | null;
  for (let depth = 0; up && depth < 3; depth++, up = up.parent as PageElement | null) {
    if (up.name === 'li') return true;
  }
  return false;
}

/** Returns true for a checkbox that submits a value, as in filters; task list checkboxes have no name. */
function isSetting({ attribs }: PageElement): boolean {
  const isBox = attribs['type']?.toLowerCase() === 'checkbox';
  return isBox && !('disabled' in attribs) && Boolean(attribs['name'] || attribs['value']);
}

/**
 * Returns true for the title of a collapsible section: in a heading, or a sentence that references what it
 * controls.
 */
function isSectionHead(button: PageElement): boolean {
  for (let up = button.parent as PageElement | null, depth = 0; up && depth < 3; depth++) {
    if (HEADING.test(up.name) || up.name === 'dt' || up.name === 'summary') return isAllIn(up, button);
    up = up.parent as PageElement | null;
  }
  for (const node of descendants(button)) if (isElement(node) && HEADING.test(node.name)) return true;
  return 'aria-expanded' in button.attribs && wordsIn(button) >= MIN_QUESTION_WORDS;
}

/** A heading with other text than its buttons is followed by commands, such as "copy the path". */
function isAllIn(heading: PageElement, button: PageElement): boolean {
  if ('aria-expanded' in button.attribs || 'aria-controls' in button.attribs) return true;
  let left = MAX_HEADING_NODES;
  for (let node = nextNode(heading, heading); node && left > 0; left--) {
    if (isText(node) && LETTER.test(node.data)) return false;
    const isCommand = isElement(node) && node.name === 'button';
    node = isCommand ? nodeAfter(node, heading) : nextNode(node, heading);
  }
  return true;
}

function fieldIn(label: PageElement): PageElement | null {
  if (LABELS_WITHOUT_FIELD.cover(label)) return null;
  for (const node of descendants(label)) if (isElement(node) && FIELD.test(node.name)) return node;
  LABELS_WITHOUT_FIELD.add(label);
  return null;
}

function isFieldLabel(label: PageElement): boolean {
  const field = fieldIn(label);
  if (field) return !isInItem(label) || isSetting(field);
  if (isBesideField(label)) return true;
  for (let up = label.parent as PageElement | null; up; up = up.parent as PageElement | null) {
    if (up.name === 'form') return !holdsPage(up);
  }
  return false;
}

/**
 * Returns true if the label describes the next or the previous element. Checkboxes without a name also toggle
 * collapsible sections.
 */
function isBesideField(label: PageElement): boolean {
  return [neighbour(label, 'next'), neighbour(label, 'prev')].some(
    (other) =>
      other !== null &&
      FIELD.test(other.name) &&
      (!/^(?:checkbox|radio)$/i.test(other.attribs['type'] ?? '') || isFilter(label, other)),
  );
}

/** Returns true for one of several checkboxes without a section to toggle. */
function isFilter(label: PageElement, box: PageElement): boolean {
  return isSetting(box) && isInItem(label) && neighbour(label, 'next') === null;
}

function neighbour(element: PageElement, side: 'next' | 'prev'): PageElement | null {
  let other = element[side] as AnyNode | null;
  while (other && !isElement(other)) {
    if ('data' in other && other.data.trim() !== '') return null;
    other = other[side] as AnyNode | null;
  }
  return other;
}

function isInItem(element: PageElement): boolean {
  return (element.parent as PageElement | null)?.name === 'li';
}

/** Some systems wrap the whole page in one form. */
function holdsPage(form: PageElement): boolean {
  return (form.parent as PageElement | null)?.name === 'body';
}

function wordsIn(element: PageElement): number {
  let words = 0;
  for (const node of descendants(element)) if ('data' in node) words += node.data.match(/\S+/g)?.length ?? 0;
  return words;
}
