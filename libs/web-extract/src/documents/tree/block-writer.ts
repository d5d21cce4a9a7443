import type { PageElement } from '../../markup/dom/nodes.js';
import type { TreeWriter } from './tree-writer.js';
import { ListStack, type ListPlace } from './list-stack.js';
import { looksLikeCode } from './looks-like-code.js';
import type { NoteList } from './note-list.js';
import { isBlank, plainText, type Run } from './run.js';
import { writeRuns } from './write-runs.js';

/** What a paragraph is. */
export interface BlockStyle {
  /** `typed`: all of it is in letters of one width, which programs are, and other things. */
  readonly kind: 'text' | 'heading' | 'code' | 'typed' | 'quote';
  /** Of a heading, 1 to 6. */
  readonly level?: number;
  /** The heading is the title of the whole document. */
  readonly isTitle?: boolean;
  /** The item that begins here. */
  readonly list?: ListPlace | null;
  /** Belongs to the item before, if there is one. */
  readonly continuesItem?: boolean;
}

interface CellSpan {
  readonly columns: number;
  readonly rows: number;
}

type Group = 'code' | 'quote' | null;

/** Writes paragraphs one after the other: items into lists, lines of code into one block, quotes into one quote. */
export class BlockWriter {
  private lists: ListStack;
  private group: Group = null;
  /** Paragraphs of which it is not known yet whether they are code. */
  private typed: (readonly Run[])[] = [];
  private readonly titles: PageElement[] = [];
  private readonly headings: PageElement[] = [];
  private readonly around: { lists: ListStack; group: Group }[] = [];

  constructor(
    private readonly tree: TreeWriter,
    private readonly notes: NoteList,
  ) {
    this.lists = new ListStack(tree);
  }

  paragraph(style: BlockStyle, runs: readonly Run[]): void {
    if (style.kind === 'typed' && !style.list) {
      this.typed.push(runs);
      return;
    }
    this.settleTyped();
    if (style.kind === 'typed') this.place({ ...style, kind: 'text' }, runs.map(untyped));
    else if (isTask(style, runs)) this.place({ ...style, list: style.list ?? TASKS }, runs);
    else this.place(style, runs);
  }

  /** Ends what is open: nothing that comes belongs to it. */
  break(): void {
    this.settleTyped();
    this.endGroup();
    this.lists.closeAll();
  }

  /** The end of the document. */
  finish(): void {
    this.break();
    this.settleHeadings();
  }

  /** @param write writes the rows */
  table(write: () => void): void {
    this.break();
    this.tree.start('table');
    write();
    this.tree.end();
  }

  row(write: () => void): void {
    this.tree.start('tr');
    write();
    this.tree.end();
  }

  /** A cell with paragraphs of its own. */
  cell(isHeader: boolean, { columns, rows }: CellSpan, write: () => void): void {
    const attribs: Record<string, string> = {};
    if (columns > 1) attribs['colspan'] = String(columns);
    if (rows > 1) attribs['rowspan'] = String(rows);
    this.tree.start(isHeader ? 'th' : 'td', attribs);
    this.apart(write);
    this.tree.end();
  }

  /** Blocks that stand for themselves, whatever is open around them. */
  apart(write: () => void): void {
    this.around.push({ lists: this.lists, group: this.group });
    this.lists = new ListStack(this.tree);
    this.group = null;
    write();
    this.break();
    ({ lists: this.lists, group: this.group } = this.around.pop()!);
  }

  private place(style: BlockStyle, runs: readonly Run[]): void {
    // an empty line within code is a line; elsewhere it is distance, which tells nothing
    if (isBlank(runs) && !(style.kind === 'code' && this.group === 'code')) return;
    if (style.list) {
      this.endGroup();
      this.lists.item(style.list);
    } else if (!style.continuesItem && !this.lists.isEmpty) {
      this.endGroup();
      this.lists.closeAll();
    }
    this.write(style, runs);
  }

  private write(style: BlockStyle, runs: readonly Run[]): void {
    switch (style.kind) {
      case 'code':
        return this.code(plainText(runs));
      case 'quote':
        if (!style.list) this.beginGroup('quote', 'blockquote');
        return this.element('p', runs);
      case 'heading':
        this.endGroup();
        return this.heading(style, runs);
      default:
        this.endGroup();
        return style.list ? this.item(runs) : this.element('p', runs);
    }
  }

  /** The text of an item stands in it without a paragraph of its own. */
  private item(runs: readonly Run[]): void {
    const [box] = runs;
    const isTask = box?.kind === 'box';
    if (isTask)
      this.tree.element('input', '', { type: 'checkbox', ...(box.isChecked ? { checked: '' } : {}) });
    writeRuns(isTask ? runs.slice(1) : runs, this.tree, this.notes);
  }

  private heading({ level = 1, isTitle = false }: BlockStyle, runs: readonly Run[]): void {
    const element = this.tree.start(`h${Math.min(6, Math.max(1, level))}`);
    writeRuns(withoutBold(runs), this.tree, this.notes);
    this.tree.end();
    if (element) (isTitle ? this.titles : this.headings).push(element);
  }

  /** Below the title of the document there are no headings beside it: then all go down one level. */
  private settleHeadings(): void {
    if (this.titles.length === 0 || !this.headings.some(({ name }) => name === 'h1')) return;
    for (const heading of this.headings) heading.name = `h${Math.min(6, Number(heading.name[1]) + 1)}`;
  }

  private element(name: string, runs: readonly Run[]): void {
    this.tree.start(name);
    writeRuns(runs, this.tree, this.notes);
    this.tree.end();
  }

  /** A paragraph of one line is a line of the program around it; one of several lines is a program. */
  private code(text: string): void {
    const isWhole = text.includes('\n');
    if (isWhole) this.endGroup();
    if (this.group === 'code') this.tree.text(`\n${text}`);
    else {
      this.beginGroup('code', 'pre');
      this.tree.text(text);
    }
    if (isWhole) this.endGroup();
  }

  private beginGroup(group: Exclude<Group, null>, element: string): void {
    if (this.group === group) return;
    this.endGroup();
    this.tree.start(element);
    this.group = group;
  }

  private endGroup(): void {
    if (this.group !== null) this.tree.end();
    this.group = null;
  }

  private settleTyped(): void {
    const paragraphs = this.typed;
    if (paragraphs.length === 0) return;
    this.typed = [];
    const isCode = looksLikeCode(paragraphs.map(plainText).join('\n'));
    for (const runs of paragraphs)
      this.place({ kind: isCode ? 'code' : 'text' }, runs.map(isCode ? same : untyped));
  }
}

/** Where boxes to tick stand in no list of their own. */
const TASKS: ListPlace = { key: 'tasks', level: 0, indent: null, isOrdered: false, number: null };

function isTask(style: BlockStyle, [first]: readonly Run[]): boolean {
  return style.kind === 'text' && first?.kind === 'box';
}

const same = (run: Run): Run => run;

/** Prose in letters of one width is prose. */
function untyped(run: Run): Run {
  return run.kind === 'text' ? { ...run, style: { ...run.style, code: false } } : run;
}

/** Headings are bold: where all of one is, it says nothing. */
function withoutBold(runs: readonly Run[]): readonly Run[] {
  const isAllBold = runs.every((run) => run.kind !== 'text' || run.style.bold || run.text.trim() === '');
  if (!isAllBold) return runs;
  return runs.map((run) => (run.kind === 'text' ? { ...run, style: { ...run.style, bold: false } } : run));
}
