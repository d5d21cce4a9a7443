import type { TreeWriter } from './tree-writer.js';

/**
 * Footnotes and endnotes: references in the text, numbered in order of their first occurrence, and the notes at the
 * end. The markup is the same as for footnotes in HTML pages.
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

  /** Names of the referenced notes in order. */
  get names(): readonly string[] {
    return this.order;
  }

  /** Writes the notes. @param write writes the content of a note */
  writeNotes(tree: TreeWriter, write: (note: string) => void): void {
    if (this.order.length === 0) return;
    tree.start('section');
    tree.start('ol');
    // notes may reference other notes: the list can grow in this loop
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
