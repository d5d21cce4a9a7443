import type { AnyNode } from 'domhandler';
import { isElement, textOf, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';

const LANGUAGE = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/;
const LABEL_TAGS = new Set(['span', 'div', 'p', 'small']);
const MAX_LABEL_CHARS = 30;

/**
 * Finds a label in a code wrapper that only repeats the language in its class: the code block states it as
 * well.
 *
 * @param element any element
 * @returns the label; null if there is none
 */
export function codeLabelIn(element: PageElement): AnyNode | null {
  if (element.name !== 'div') return null;
  const className = element.attribs['class'];
  if (!className?.includes('lang')) return null;
  const language = LANGUAGE.exec(className)?.[1]?.toLowerCase();
  const children = element.children.filter((child): child is PageElement => isElement(child as AnyNode));
  if (language === undefined || !children.some(({ name }) => name === 'pre')) return null;
  return children.find((child) => isLabel(child, language)) ?? null;
}

function isLabel(element: PageElement, language: string): boolean {
  if (!LABEL_TAGS.has(element.name) || element.children.length !== 1) return false;
  return textOf(element).slice(0, MAX_LABEL_CHARS).trim().toLowerCase() === language;
}
