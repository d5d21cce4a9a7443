import type { ParentNode } from 'domhandler';
import { descendants, isElement, isText } from '../html/nodes.js';

export interface MarkdownOptions {
  readonly baseUrl: string;
  readonly removeBase64Images: boolean;
}

/** Placeholder until the writer is in: the text of the blocks. */
export function toMarkdown(root: ParentNode, _options: MarkdownOptions): string {
  let text = '';
  for (const node of descendants(root)) {
    if (isText(node)) text += node.data.replace(/\s+/g, ' ');
    else if (
      isElement(node) &&
      /^(?:p|div|h\d|li|td|th|tr|ul|ol|section|article|br|dd|dt|blockquote|pre)$/.test(node.name)
    )
      text += '\n\n';
  }
  return text.trim();
}
