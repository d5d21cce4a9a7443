import type { PathHash } from '../../../model/page/page-kind.js';
import type { PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageOutline } from '../block-features/page-outline.js';

/**
 * Returns the path hash of each element of an outline: tags and first classes from the root down. Numbers in
 * class names are ignored: `post-1042` identifies one page, `post-` all of them.
 */
export function pagePaths({ elements, parents }: PageOutline): Uint32Array {
  const paths = new Uint32Array(elements.length);
  const names = new Map<string, number>();
  for (let at = 1; at < paths.length; at++) {
    paths[at] = mix(paths[parents[at]!]!, nameHash(elements[at] as PageElement, names));
  }
  return paths;
}

function nameHash({ name, attribs }: PageElement, known: Map<string, number>): number {
  const classes = attribs['class'];
  const key = classes ? `${name} ${classes}` : name;
  let hash = known.get(key);
  if (hash === undefined) known.set(key, (hash = hashOf(classes ? `${name} ${firstClass(classes)}` : name)));
  return hash;
}

/** The first of an element's classes, without numbers; empty for none. */
export function firstClass(classes: string): string {
  return /[^\s]+/.exec(classes)?.[0].replace(/\d+/g, '') ?? '';
}

/** FNV-1a. */
export function hashOf(text: string): PathHash {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Mixes two numbers into one; each bit of the result depends on all bits. */
export function mix(a: number, b: number): PathHash {
  let hash = Math.imul(a ^ (b + 0x9e3779b9 + (a << 6) + (a >>> 2)), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
