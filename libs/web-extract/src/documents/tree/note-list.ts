import type { TreeWriter } from './tree-writer.js';

/**
 * Footnotes and endnotes: marks in the text, numbered in the order of their first mark, and the notes themselves below it all.
 * The elements are those that the layout of footnotes in HTML pages knows.
 */
export class NoteList {
  private readonly numbers = new Map<string, number>();
  private readonly order: string[] = [];

  writeMark(note: string, tree: TreeWriter): void {
    const known = this.numbers.get(note);
    const number = known ?? this.order.push(note);
    this.numbers.set(note, number);
    tree.start('sup');
    const attribs: Record<string, string> = { href: `#fn-${number}` };
    if (known === undefined) attribs['id'] = `fnref-${number}`;
    tree.element('a', String(number), attribs);
    tree.end();
  }

  /** Names of the notes that were referred to, in order. */
  get names(): readonly string[] {
    return this.order;
  }

  /** Writes the notes. @param write writes what a note says */
  writeNotes(tree: TreeWriter, write: (note: string) => void): void {
    if (this.order.length === 0) return;
    tree.start('section');
    tree.start('ol');
    // a note may refer to another: the list grows while it is written
    for (let at = 0; at < this.order.length; at++) {
      tree.start('li', { id: `fn-${at + 1}` });
      write(this.order[at]!);
      tree.element('a', '↩', { href: `#fnref-${at + 1}` });
      tree.end();
    }
    tree.end();
    tree.end();
  }
}
