import type { PageElement } from '../html/nodes.js';

export function readMath(_element: PageElement): PageElement | null {
  return null;
}
