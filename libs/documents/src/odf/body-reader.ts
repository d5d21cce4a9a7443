import type { DocumentReading } from '../document-reader.js';
import type { BlockStyle, BlockWriter } from '../tree/block-writer.js';
import type { ListPlace } from '../tree/list-stack.js';
import { isPlainLabel, numberLabel } from '../office/number-label.js';
import { RunList, type Run } from '../tree/run.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { mathmlTex } from '../office/mathml-tex.js';
import type { EmbeddedObjects } from './embedded-objects.js';
import { InlineReader, type NoteKeeper } from './inline-reader.js';
import type { OdfParagraphFormat, OdfStyles } from './odf-styles.js';
import { odfRows } from './table-rows.js';

/** Pure container elements of blocks. */
const HOLDERS: ReadonlySet<string> = new Set([
  'text:section',
  'draw:text-box',
  'draw:g',
  'draw:a',
  'text:numbered-paragraph',
  'text:index-body',
  'text:bibliography',
  'text:alphabetical-index',
  'office:text',
  'text:note-body',
]);

interface ListState {
  readonly key: string;
  readonly style: string | null;
  readonly level: number;
}

/** Converts the blocks of an OpenDocument text to tree blocks. */
export class OdfBodyReader {
  private readonly inline: InlineReader;
  /** Current number of each level of each list style. */
  private readonly counts = new Map<string, number>();
  private readonly keys = new Map<string, string>();
  private lists = 0;
  private depth = 0;
  /** Label of the item that begins with the next paragraph, if markdown does not express it. */
  private label = '';

  constructor(
    private readonly styles: OdfStyles,
    private readonly writer: BlockWriter,
    notes: NoteKeeper,
    private readonly reading: DocumentReading,
    private readonly objects: EmbeddedObjects,
  ) {
    this.inline = new InlineReader(styles, notes, reading, objects);
  }

  blocks(elements: readonly XmlElement[], list: BlockStyle = {} as BlockStyle): void {
    for (const element of elements) this.block(element, list);
  }

  /** @param list position in a list, for paragraphs within one */
  block(element: XmlElement, list: Partial<BlockStyle> = {}): void {
    switch (element.name) {
      case 'text:p':
        return this.paragraph(element, list);
      case 'text:h':
        return this.heading(element);
      case 'text:list':
        return this.list(element, null);
      case 'table:table':
        return this.table(element);
      default:
        if (HOLDERS.has(element.name)) {
          if (!this.isHiddenSection(element)) this.blocks(element.elements);
        } else if (element.name.startsWith('draw:')) this.frame(element);
    }
  }

  /** Writes the content of a frame or shape: its text, its table, or the description of its picture. */
  frame(element: XmlElement): void {
    const inner = element.elements;
    const object = this.objects.contentOf(element);
    if (object && this.depth < MAX_OBJECT_DEPTH && this.object(object)) return;
    const holder = inner.find(({ name }) => name === 'draw:text-box' || name === 'table:table');
    if (holder) return this.block(holder);
    if (HOLDERS.has(element.name)) return this.blocks(inner);
    const text = inner.filter(({ name }) =>
      /^(?:text:(?:p|list|h)|draw:(?:g|frame|custom-shape))$/.test(name),
    );
    if (text.length > 0) return this.blocks(text);
    const description = (element.child('svg:desc') ?? element.child('svg:title'))?.text.trim() ?? '';
    if (description !== '') this.writer.paragraph({ kind: 'text' }, [{ kind: 'picture', description }]);
  }

  /** Writes an embedded object. @returns false if it has no content */
  private object(content: XmlElement): boolean {
    this.depth++;
    try {
      switch (content.name) {
        case 'math:math':
          this.writer.paragraph({ kind: 'text' }, [
            { kind: 'formula', tex: mathmlTex(content), isBlock: true },
          ]);
          return true;
        case 'office:chart':
          this.chart(content);
          return true;
        case 'office:spreadsheet':
        case 'office:text':
          this.blocks(content.elements);
          return true;
        case 'office:drawing':
        case 'office:presentation':
          for (const page of content.all('draw:page')) for (const frame of page.elements) this.block(frame);
          return true;
        default:
          return false;
      }
    } finally {
      this.depth--;
    }
  }

  /** Writes the title and kind of a chart, and the table of its data. */
  private chart(content: XmlElement): void {
    const chart = content.child('chart:chart');
    const kind = /^chart:([a-z]+)$/.exec(chart?.attr('chart:class') ?? '')?.[1];
    const titles = ['chart:title', 'chart:subtitle'].flatMap(
      (name) => chart?.child(name)?.all('text:p') ?? [],
    );
    for (const title of titles) this.paragraph(title, {});
    const text = kind && `${kind[0]!.toUpperCase()}${kind.slice(1)} chart`;
    if (text) this.writer.paragraph({ kind: 'text' }, [{ kind: 'text', text, style: {} }]);
    for (const table of content.findAll('table:table')) this.table(table);
  }

  private isHiddenSection(element: XmlElement): boolean {
    const isHidden = element.name === 'text:section' && element.attr('text:display') === 'none';
    return isHidden && this.reading.hiddenText.leavesOut(() => element.text);
  }

  private paragraph(element: XmlElement, list: Partial<BlockStyle>): void {
    const format = this.styles.paragraph(element.attr('text:style-name'));
    const { runs: own, frames } = this.inline.read(element, format.text);
    const runs = this.labelled(own);
    if (format.isTitle) this.writer.paragraph({ kind: 'heading', level: 1, isTitle: true }, runs.runs);
    else if (format.outlineLevel !== null && !list.list)
      this.writer.paragraph({ kind: 'heading', level: format.outlineLevel }, runs.runs);
    else
      this.writer.paragraph(
        {
          ...kindOf(format, runs.runs, this.isUsuallyFixed),
          ...(format.continuesItem ? { continuesItem: true } : {}),
          ...list,
        },
        this.isUsuallyFixed ? runs.runs.map(untyped) : runs.runs,
      );
    for (const frame of frames) this.frame(frame);
  }

  private labelled(runs: RunList): RunList {
    const { label } = this;
    this.label = '';
    if (label === '') return runs;
    const labelled = new RunList();
    labelled.text(`${label} `);
    labelled.addAll(runs.runs);
    return labelled;
  }

  /** True if the whole document is monospaced; a monospaced font then does not indicate code. */
  private get isUsuallyFixed(): boolean {
    return this.styles.paragraph('Standard').text.isFixed ?? false;
  }

  private heading(element: XmlElement): void {
    const style = element.attr('text:style-name');
    const format = this.styles.paragraph(style);
    const { runs, frames } = this.inline.read(element, format.text);
    const level = Number(element.attr('text:outline-level') ?? 1);
    this.writer.paragraph({ kind: 'heading', level: level >= 1 ? level : 1 }, runs.runs);
    for (const frame of frames) this.frame(frame);
  }

  private list(element: XmlElement, around: ListState | null): void {
    const style = element.attr('text:style-name') ?? around?.style ?? null;
    const level = around ? around.level + 1 : 0;
    const state: ListState = {
      key: around?.key ?? this.keyOf(style),
      style,
      level,
    };
    const continues =
      element.attr('text:continue-numbering') === 'true' || element.attr('text:continue-list') !== null;
    if (!continues) this.counts.delete(`${state.key} ${level}`);
    for (const item of element.elements) {
      if (item.name === 'text:list-item') this.item(item, state);
      else if (item.name === 'text:list-header')
        this.blocks(item.elements, { kind: 'text', continuesItem: true });
    }
  }

  /** Lists with the same style share a counter. The key is a number, because style names can have any length. */
  private keyOf(style: string | null): string {
    if (style === null) return `list ${++this.lists}`;
    const key = this.keys.get(style) ?? `style ${this.keys.size}`;
    this.keys.set(style, key);
    return key;
  }

  private item(item: XmlElement, state: ListState): void {
    let isFirst = true;
    for (const child of item.elements) {
      if (child.name === 'text:list') {
        this.list(child, state);
        continue;
      }
      const isParagraph = child.name === 'text:p';
      const place = isFirst && isParagraph ? this.placeOf(item, child, state) : null;
      this.label = place?.label ?? '';
      this.block(child, place ? { list: place.list } : { continuesItem: true });
      this.label = '';
      if (isParagraph) isFirst = false;
    }
  }

  /** Null if the list shows neither bullets nor numbers. */
  private placeOf(
    item: XmlElement,
    paragraph: XmlElement,
    { key, style, level }: ListState,
  ): { readonly list: ListPlace; readonly label: string } | null {
    const named = style ?? this.styles.paragraph(paragraph.attr('text:style-name')).listStyle;
    const format = this.styles.listLevel(named, level);
    if (format.kind === 'none') return null;
    const isOrdered = format.kind === 'number';
    const stated = Number(item.attr('text:start-value') ?? NaN);
    const counter = `${key} ${level}`;
    const number = Number.isInteger(stated) ? stated : (this.counts.get(counter) ?? format.start - 1) + 1;
    this.counts.set(counter, number);
    const label = isOrdered
      ? `${format.prefix}${numberLabel(number, format.style)}${format.suffix}`.trim()
      : '';
    return {
      list: { key, level, indent: null, isOrdered, number: isOrdered ? number : null },
      label: isPlainLabel(label) ? '' : label,
    };
  }

  /** A cell without text shows its value: data of charts is stored in this form. */
  private cell(content: readonly XmlElement[], value: string): void {
    if (content.some(({ text }) => text.trim() !== '') || value === '') this.blocks(content);
    else this.writer.paragraph({ kind: 'text' }, [{ kind: 'text', text: value, style: {} }]);
  }

  private table(element: XmlElement): void {
    const rows = odfRows(element, this.reading.budget);
    if (rows.length === 0) return;
    this.writer.table(() => {
      rows.forEach((cells, at) => {
        this.writer.row(() => {
          for (const { columns, rows: down, content, value } of cells)
            this.writer.cell(at === 0, { columns, rows: down }, () => this.cell(content, value));
        });
      });
    });
  }
}

/** Maximum depth of objects that are embedded in each other. */
const MAX_OBJECT_DEPTH = 5;

function kindOf(
  { isCode, isQuote }: OdfParagraphFormat,
  runs: readonly Run[],
  isUsuallyFixed: boolean,
): BlockStyle {
  if (isCode) return { kind: 'code' };
  if (isQuote) return { kind: 'quote' };
  const isTyped =
    !isUsuallyFixed &&
    runs.length > 0 &&
    runs.every((run) =>
      run.kind === 'text' ? run.style.code || run.text.trim() === '' : run.kind === 'break',
    );
  return { kind: isTyped ? 'typed' : 'text' };
}

function untyped(run: Run): Run {
  return run.kind === 'text' ? { ...run, style: { ...run.style, code: false } } : run;
}
