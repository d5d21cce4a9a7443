import type { ParentNode } from 'domhandler';
import {
  findElement,
  isElement,
  isText,
  nextNode,
  type DomTree,
} from '@web-extract/documents/markup/dom/nodes.js';
import { FEW_MEDIA, MIN_PAGE_WORDS } from './quality/assess-quality.js';
import { MEDIA_TAGS } from './block-features/element-kinds.js';
import type { ContentSelection } from './select-content.js';
import { countText, noCounts } from './block-features/text-counts.js';

/** Selects a whole document as content, without computing features. */
export function selectFile(document: DomTree): ContentSelection {
  const root = findElement(document.root, 'body') ?? document.root;
  return {
    root,
    removed: new Map(),
    pageType: 'other',
    candidate: 'whole',
    reason: 'A document has nothing around its content.',
    flags: saysAnything(root) ? [] : ['empty'],
    textShare: 1,
    keptChars: 0,
  };
}

/** Returns true if there are words or images; stops at the first ones. */
function saysAnything(root: ParentNode): boolean {
  const counts = noCounts();
  let media = 0;
  for (let node = nextNode(root, root); node; node = nextNode(node, root)) {
    if (isText(node)) countText(node.data, counts);
    else if (isElement(node) && MEDIA_TAGS.has(node.name)) media++;
    if (counts.words >= MIN_PAGE_WORDS || media >= FEW_MEDIA) return true;
  }
  return false;
}
