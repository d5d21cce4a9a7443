import type { XmlElement } from './xml-element.js';

/** Graphics that contain no text themselves: their content is in another part. */
const GRAPHICS: ReadonlySet<string> = new Set(['c:chart', 'cx:chart', 'dgm:relIds']);

/**
 * The alternative of an `mc:AlternateContent` to read: the first one with text, a chart or a diagram; without any, the
 * first one with elements. A program writes content that older programs do not know as the first alternative.
 * @see ECMA-376, part 3, 7.5
 */
export function chosenAlternative(alternatives: XmlElement): XmlElement {
  const { elements } = alternatives;
  return (
    elements.find(hasContent) ??
    elements.find((one) => one.elements.length > 0) ??
    elements[0] ??
    alternatives
  );
}

/** Replaces every `mc:AlternateContent` with the elements of the chosen alternative. */
export function withoutAlternatives(elements: readonly XmlElement[]): readonly XmlElement[] {
  if (!elements.some(isAlternative)) return elements;
  return elements.flatMap((element) =>
    isAlternative(element) ? withoutAlternatives(chosenAlternative(element).elements) : [element],
  );
}

function isAlternative({ name }: XmlElement): boolean {
  return name === 'mc:AlternateContent';
}

/** Results by alternative: nested alternatives are searched once. */
const known = new WeakMap<XmlElement, boolean>();

function hasContent(element: XmlElement): boolean {
  const found = known.get(element);
  if (found !== undefined) return found;
  const has = element.children.some((child) =>
    typeof child === 'string' ? child.trim() !== '' : GRAPHICS.has(child.name) || hasContent(child),
  );
  if (element.name.startsWith('mc:')) known.set(element, has);
  return has;
}
