import type { TreeWriter } from '../../tree/tree-writer.js';
import type { Block, TableBlock, TextBlock } from './block.js';
import { codeText } from './code-text.js';
import type { DocumentStyle } from './document-style.js';
import { joinLines, wordsOf, type TextRun } from '../lines/join-lines.js';
import { isLeader } from '../lines/leaders.js';
import type { TextLine, TextStyle } from '../lines/text-line.js';

/** Number of a note with its delimiter. */
const NOTE_NUMBER = /^\[?(\d{1,3})[.)\]]?\s+/;

/** List currently open in the tree. */
interface OpenList {
  readonly isOrdered: boolean;
}

/** Writes document blocks as elements. */
export class BlockWriter {
  private readonly lists: OpenList[] = [];

  constructor(
    private readonly tree: TreeWriter,
    private readonly document: DocumentStyle,
  ) {}

  write(block: Block): void {
    if (block.kind === 'item') return this.writeItem(block);
    if (block.kind === 'code' && this.lists.length > 0 && block.isInItem) return this.writeCode(block);
    this.closeLists(0);
    if (block.kind === 'table') return this.writeTable(block);
    if (block.kind === 'code') return this.writeCode(block);
    if (block.kind === 'footnote') return this.writeFootnote(block);
    this.tree.start(block.kind === 'heading' ? `h${block.level ?? 1}` : 'p');
    this.writeRuns(joinLines(wordsOf(block.lines), this.document), block.kind === 'heading');
    this.tree.end();
  }

  /** Closes all open lists. */
  finish(): void {
    this.closeLists(0);
  }

  private writeItem(block: TextBlock): void {
    const depth = Math.min(block.depth ?? 0, this.lists.length);
    if (block.isInItem && this.lists.length > depth) {
      this.closeLists(depth + 1);
      this.tree.start('p');
      this.writeRuns(joinLines(wordsOf(block.lines), this.document), false);
      this.tree.end();
      return;
    }
    this.closeLists(depth + 1);
    const isOrdered = Boolean(block.isOrdered);
    if (this.lists.length === depth + 1 && this.lists[depth]!.isOrdered !== isOrdered) this.closeLists(depth);
    if (this.lists.length > depth)
      this.tree.end(); // the previous item
    else this.openList(isOrdered, block.number ?? null);
    this.tree.start('li');
    this.writeRuns(joinLines(wordsOf(block.lines), this.document), false);
  }

  private openList(isOrdered: boolean, number: number | null): void {
    const start = isOrdered && number !== null && number !== 1 ? { start: String(number) } : {};
    this.tree.start(isOrdered ? 'ol' : 'ul', start as Record<string, string>);
    this.lists.push({ isOrdered });
  }

  private closeLists(depth: number): void {
    while (this.lists.length > depth) {
      this.tree.end();
      this.tree.end();
      this.lists.pop();
    }
  }

  /** The reference in the text is a superscript; so is the number of the note. */
  private writeFootnote({ lines }: TextBlock): void {
    const runs = joinLines(wordsOf(lines), this.document);
    const [first, ...rest] = runs;
    const mark = first && first.style.script === null ? NOTE_NUMBER.exec(first.text) : null;
    this.tree.start('p');
    if (mark) this.tree.element('sup', mark[1]);
    this.writeRuns(
      mark ? [{ ...first!, text: ` ${first!.text.slice(mark[0].length)}` }, ...rest] : runs,
      false,
    );
    this.tree.end();
  }

  private writeCode({ lines }: TextBlock): void {
    this.tree.start('pre');
    this.tree.element('code', codeText(lines));
    this.tree.end();
  }

  private writeTable({ table }: TableBlock): void {
    this.tree.start('table');
    for (const [i, row] of table.rows.entries()) {
      if (row.length === 0) continue;
      this.tree.start('tr');
      for (const cell of row) {
        this.tree.start(i === 0 ? 'th' : 'td', spansOf(cell));
        this.writeCell(cell.lines, i === 0);
        this.tree.end();
      }
      this.tree.end();
    }
    this.tree.end();
  }

  private writeCell(lines: readonly TextLine[], isHead: boolean): void {
    const words = wordsOf(lines).map((line) => line.filter(({ text }) => !isLeader(text)));
    this.writeRuns(
      joinLines(
        words.filter((line) => line.length > 0),
        this.document,
      ),
      isHead,
    );
  }

  /** @param isHead true for header text, in which bold and italic have no meaning */
  private writeRuns(runs: readonly TextRun[], isHead: boolean): void {
    let open: readonly string[] = [];
    for (const { text, style } of runs) {
      const marks = marksOf(style, isHead);
      const kept = commonLength(open, marks);
      for (let i = kept; i < open.length; i++) this.tree.end();
      for (const mark of marks.slice(kept)) this.start(mark, style);
      this.tree.text(text);
      open = marks;
    }
    for (let i = 0; i < open.length; i++) this.tree.end();
  }

  private start(mark: string, { href }: TextStyle): void {
    if (mark.startsWith('a ')) this.tree.start('a', { href: href! });
    else this.tree.start(mark);
  }
}

/** Inline elements for a text style, from outer to inner. */
function marksOf(style: TextStyle, isHead: boolean): string[] {
  return [
    ...(style.href ? [`a ${style.href}`] : []),
    ...(style.isBold && !isHead ? ['strong'] : []),
    ...(style.isItalic && !isHead ? ['em'] : []),
    ...(style.isMonospaced ? ['code'] : []),
    ...(style.script ? [style.script === 'super' ? 'sup' : 'sub'] : []),
  ];
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function spansOf({
  columns,
  rows,
}: {
  readonly columns: number;
  readonly rows: number;
}): Record<string, string> {
  return {
    ...(columns > 1 ? { colspan: String(columns) } : {}),
    ...(rows > 1 ? { rowspan: String(rows) } : {}),
  };
}
