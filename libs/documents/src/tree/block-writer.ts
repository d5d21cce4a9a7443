import type { PageElement } from '../markup/dom/nodes.js';
import type { TreeWriter } from './tree-writer.js';
import { ListStack, type ListPlace } from './list-stack.js';
import { looksLikeCode } from './looks-like-code.js';
import type { NoteList } from './note-list.js';
import { isBlank, plainText, type Run } from './run.js';
import { writeRuns } from './write-runs.js';

/** Kind and position of a paragraph. */
export interface BlockStyle {
  /** `typed`: completely monospaced, such as source code. */
  readonly kind: 'text' | 'heading' | 'code' | 'typed' | 'quote';
  /** Heading level from 1 to 6. */
  readonly level?: number;
  /** True for the title of the whole document. */
  readonly isTitle?: boolean;
  /** List item that begins with this paragraph. */
  readonly list?: ListPlace | null;
  /** True if it belongs to the previous item, if there is one. */
  readonly continuesItem?: boolean;
}

interface CellSpan {
  readonly columns: number;
  readonly rows: number;
}

type Group = 'code' | 'quote' | null;

/**
 * Writes consecutive paragraphs and groups them: items into lists, lines of code into one block, quotes into one quote.
 */
export class BlockWriter {
  private lists: ListStack;
  private group: Group = null;
  /** Buffered monospaced paragraphs that may turn out to be code. */
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

  /** Closes all open lists and groups. */
  break(): void {
    this.settleTyped();
    this.endGroup();
    this.lists.closeAll();
  }

  /** Completes the document. */
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

  /** Writes a cell that contains paragraphs. */
  cell(isHeader: boolean, { columns, rows }: CellSpan, write: () => void): void {
    const attribs: Record<string, string> = {};
    if (columns > 1) attribs['colspan'] = String(columns);
    if (rows > 1) attribs['rowspan'] = String(rows);
    this.tree.start(isHeader ? 'th' : 'td', attribs);
    this.apart(write);
    this.tree.end();
  }

  /** Writes blocks independently of the open lists and groups. */
  apart(write: () => void): void {
    this.around.push({ lists: this.lists, group: this.group });
    this.lists = new ListStack(this.tree);
    this.group = null;
    write();
    this.break();
    ({ lists: this.lists, group: this.group } = this.around.pop()!);
  }

  private place(style: BlockStyle, runs: readonly Run[]): void {
    // an empty line is significant within code only
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

  /** Writes the text of an item directly into it, without a paragraph. */
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

  /** Lowers all headings by one level if there are others at the level of the document title. */
  private settleHeadings(): void {
    if (this.titles.length === 0 || !this.headings.some(({ name }) => name === 'h1')) return;
    for (const heading of this.headings) heading.name = `h${Math.min(6, Number(heading.name[1]) + 1)}`;
  }

  private element(name: string, runs: readonly Run[]): void {
    this.tree.start(name);
    writeRuns(runs, this.tree, this.notes);
    this.tree.end();
  }

  /** Appends a single line to the surrounding code block; a paragraph of several lines is a block of its own. */
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

/** List for checkboxes outside of lists. */
const TASKS: ListPlace = { key: 'tasks', level: 0, indent: null, isOrdered: false, number: null };

function isTask(style: BlockStyle, [first]: readonly Run[]): boolean {
  return style.kind === 'text' && first?.kind === 'box';
}

const same = (run: Run): Run => run;

/** Removes code formatting from monospaced prose. */
function untyped(run: Run): Run {
  return run.kind === 'text' ? { ...run, style: { ...run.style, code: false } } : run;
}

/** Headings are bold anyway: removes bold from text that is completely bold. */
function withoutBold(runs: readonly Run[]): readonly Run[] {
  const isAllBold = runs.every((run) => run.kind !== 'text' || run.style.bold || run.text.trim() === '');
  if (!isAllBold) return runs;
  return runs.map((run) => (run.kind === 'text' ? { ...run, style: { ...run.style, bold: false } } : run));
}
