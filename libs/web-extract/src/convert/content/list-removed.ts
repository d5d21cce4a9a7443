import type { AnyNode } from 'domhandler';
import type { RemovedPart } from '../../model/page/page.js';
import { isElement, isText, textOf } from '@web-extract/documents/markup/dom/nodes.js';
import type { RemovalReason } from './removal-plan.js';

const MAX_PARTS = 200;
const MAX_NAME_CHARS = 60;
const MAX_EXCERPT_CHARS = 100;
/** Longer ids and classes are cut before they are read: every text of an element can be a removed part. */
const MAX_READ_CHARS = 200;

/** The largest of the removed parts that have text, in document order. To be asked before they are pruned. */
export function listRemoved(removed: ReadonlyMap<AnyNode, RemovalReason>): RemovedPart[] {
  const parts = [...removed]
    .filter(([node]) => !isInside(node, removed))
    .map(([node, why]) => partOf(node, why))
    .filter(({ chars }) => chars > 0);
  if (parts.length <= MAX_PARTS) return parts;
  const largest = new Set([...parts].sort((a, b) => b.chars - a.chars).slice(0, MAX_PARTS));
  return parts.filter((part) => largest.has(part));
}

/** A part of a part is counted with it. */
function isInside(node: AnyNode, removed: ReadonlyMap<AnyNode, RemovalReason>): boolean {
  for (let above = node.parent; above; above = above.parent) if (removed.has(above as AnyNode)) return true;
  return false;
}

function partOf(node: AnyNode, why: RemovalReason): RemovedPart {
  const source = isText(node) ? node.data : isElement(node) ? textOf(node) : '';
  const text = source.replace(/\s+/g, ' ').trim();
  return { what: `${placeOf(node)}: ${shortened(text, MAX_EXCERPT_CHARS)}`, why, chars: text.length };
}

/** Describes the element, or the parent of a text: `nav#menu.top`. */
function placeOf(node: AnyNode): string {
  const element = isText(node) ? (node.parent as AnyNode | null) : node;
  if (!isElement(element)) return 'text';
  const { id = '', class: classes = '' } = element.attribs;
  const names = classes
    .slice(0, MAX_READ_CHARS)
    .split(/\s+/)
    .filter(Boolean)
    .map((name) => `.${name}`);
  return shortened(
    `${element.name}${id ? `#${id.slice(0, MAX_READ_CHARS)}` : ''}${names.join('')}`,
    MAX_NAME_CHARS,
  );
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
