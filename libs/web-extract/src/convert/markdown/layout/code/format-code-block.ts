import type { AnyNode } from 'domhandler';
import { isElement, isText, type PageElement } from '@web-extract/documents/markup/dom/nodes.js';
import { codeLanguage } from './code-language.js';
import { codeText, isNumberGutter } from './code-text.js';
import type { Flow } from '../flow.js';
import type { Layout } from '../layout.js';
import { codeAtom } from '../format-text.js';

/** Preformatted text. In a cell or heading each line becomes a piece of code. */
export function formatCodeBlock(element: PageElement, flow: Flow, _layout: Layout): void {
  if (isNumberGutter(element)) return flow.endLine();
  const text = codeText(element);
  if (text.trim() === '' && !isWrittenAsCode(element)) return flow.endLine();
  if (flow.mode !== 'blocks') {
    flow.endLine();
    for (const line of text.split('\n')) {
      codeAtom(line, flow);
      flow.endLine();
    }
    return;
  }
  flow.endLine();
  flow.addLeaf('code-block', { text, language: codeLanguage(element) });
}

/** An empty `pre` waits for a script; one that holds an empty `code` says what it is. */
function isWrittenAsCode({ children }: PageElement): boolean {
  const only = children.length === 1 ? (children[0] as AnyNode) : null;
  return isElement(only) && only.name === 'code' && only.children.every((child) => isText(child as AnyNode));
}
