import type { TreeWriter } from '../tree/tree-writer.js';
import type { SheetCell } from './sheet-grid.js';

/** Writes the text of a cell line by line. */
export function writeCell(tree: TreeWriter, { text, href }: SheetCell): void {
  if (href) tree.start('a', { href });
  if (text.includes('\n')) writeLines(tree, text);
  else tree.text(text);
  if (href) tree.end();
}

function writeLines(tree: TreeWriter, text: string): void {
  text.split(/\r?\n/).forEach((line, at) => {
    if (at > 0) tree.element('br');
    tree.text(line);
  });
}
