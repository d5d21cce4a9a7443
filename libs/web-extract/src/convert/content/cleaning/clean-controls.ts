import type { AnyNode } from 'domhandler';
import {
  descendants,
  isElement,
  isText,
  nextNode,
  nodeAfter,
  type PageElement,
} from '../../../markup/dom/nodes.js';

const HEADING = /^h[1-6]$/;
const FIELD = /^(?:input|select|textarea)$/;
/** A word or two is a command; a button with more words is the head of a fold-out section. */
const MIN_QUESTION_WORDS = 4;
const LETTER = /\p{L}/u;
const MAX_HEADING_NODES = 100;

/** Form controls are commands, not content, but for task list boxes and what only looks like a control. */
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

/** A box that sends something when it is ticked, as filters do; boxes of task lists have no names. */
function isSetting({ attribs }: PageElement): boolean {
  const isBox = attribs['type']?.toLowerCase() === 'checkbox';
  return isBox && !('disabled' in attribs) && Boolean(attribs['name'] || attribs['value']);
}

/** The clickable title of a fold-out section: in a heading, or a sentence that says what it controls. */
function isSectionHead(button: PageElement): boolean {
  for (let up = button.parent as PageElement | null, depth = 0; up && depth < 3; depth++) {
    if (HEADING.test(up.name) || up.name === 'dt' || up.name === 'summary') return isAllIn(up, button);
    up = up.parent as PageElement | null;
  }
  for (const node of descendants(button)) if (isElement(node) && HEADING.test(node.name)) return true;
  return 'aria-expanded' in button.attribs && wordsIn(button) >= MIN_QUESTION_WORDS;
}

/** A heading that says something beside its buttons is followed by commands: "copy the path". */
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

function isFieldLabel(label: PageElement): boolean {
  for (const node of descendants(label))
    if (isElement(node) && FIELD.test(node.name)) return !isInItem(label) || isSetting(node);
  if (isBesideField(label)) return true;
  for (let up = label.parent as PageElement | null; up; up = up.parent as PageElement | null) {
    if (up.name === 'form') return !holdsPage(up);
  }
  return false;
}

/** The next element, or the one before, is what the label names. Boxes without a name also switch fold-out sections. */
function isBesideField(label: PageElement): boolean {
  return [neighbour(label, 'next'), neighbour(label, 'prev')].some(
    (other) =>
      other !== null &&
      FIELD.test(other.name) &&
      (!/^(?:checkbox|radio)$/i.test(other.attribs['type'] ?? '') || isFilter(label, other)),
  );
}

/** One of a list of boxes, with no section that it could open. */
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
