import type { BlockStyle, BlockWriter } from '../../tree/block-writer.js';
import type { ListPlace } from '../../tree/list-stack.js';
import { RunList } from '../../tree/run.js';
import { isPlainLabel } from '../../office/number-label.js';
import { chosenAlternative } from '../../containers/xml/alternate-content.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { NumberingCounter, NumberedPlace } from './numbering.js';
import type { DrawnBox, ParagraphReader } from './paragraph-reader.js';
import type { NamedList } from '../../office/style-names.js';
import {
  indentOf,
  numberingId,
  numberingLevel,
  outlineLevel,
  type ParagraphFormat,
  type Styles,
} from './styles.js';
import { tableCells } from './table-cells.js';

/** Pure wrapper elements of blocks. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:customXml',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:txbxContent',
]);

/** Converts paragraphs and tables to blocks. */
export class BodyReader {
  /** Content of a drop cap or a paragraph whose end was deleted; the next paragraph continues it. */
  private unfinished: RunList | null = null;
  private readonly namedCounts: number[] = [];

  constructor(
    private readonly styles: Styles,
    private readonly numbering: NumberingCounter,
    private readonly paragraphs: ParagraphReader,
    private readonly writer: BlockWriter,
    private readonly parts: LinkedParts,
  ) {}

  /** Reads all blocks of a text flow: the document, a cell, a note or a text box. */
  blocks(elements: readonly XmlElement[]): void {
    const around = this.unfinished;
    this.unfinished = null;
    this.children(elements);
    this.finish();
    this.unfinished = around;
  }

  /** Writes a paragraph that no other one continues. */
  finish(): void {
    const { unfinished } = this;
    this.unfinished = null;
    if (unfinished) this.writer.paragraph({ kind: 'text' }, unfinished.runs);
  }

  private children(elements: readonly XmlElement[]): void {
    for (const element of elements) this.block(element);
  }

  block(element: XmlElement): void {
    if (element.name === 'w:p') this.paragraph(element);
    else if (element.name === 'w:tbl') this.table(element);
    else if (element.name === 'w:altChunk') this.parts.chunk(element);
    else if (element.name === 'mc:AlternateContent') this.children(chosenAlternative(element).elements);
    else if (WRAPPERS.has(element.name)) this.children(element.elements);
  }

  private paragraph(element: XmlElement): void {
    const properties = element.child('w:pPr');
    const styleId = properties?.child('w:pStyle')?.attr('w:val') ?? null;
    const format = this.styles.paragraph(styleId);
    const { runs, boxes } = this.paragraphs.read(element, format.text);
    const whole = this.unfinished ?? runs;
    if (this.unfinished) whole.addAll(runs.runs);
    this.unfinished = isEndDeleted(properties) || isDropCap(properties) ? whole : null;
    if (!this.unfinished) this.write(whole, properties, format, styleId);
    for (const box of boxes) this.box(box);
  }

  private box({ kind, element }: DrawnBox): void {
    if (kind === 'graphics') this.parts.graphics(element);
    else this.blocks(element.elements);
  }

  private write(
    { runs }: RunList,
    properties: XmlElement | null,
    format: ParagraphFormat,
    styleId: string | null,
  ): void {
    const level = (properties && outlineLevel(properties)) ?? format.headingLevel;
    const isEmpty = runs.every((run) => run.kind === 'text' && run.text.trim() === '');
    // an empty paragraph shows no number and is not counted
    const place = isEmpty ? null : this.placeOf(properties, format, styleId);
    if (format.isTitle) return this.writer.paragraph({ kind: 'heading', level: 1, isTitle: true }, runs);
    if (level !== null) return this.heading(runs, level, place);
    const labelled = place && labelledRuns(place, runs);
    this.writer.paragraph(
      { ...kindOf(runs, format), ...(place ? listOf(place) : {}), ...continuation(place, format) },
      labelled ?? runs,
    );
  }

  private heading(runs: RunList['runs'], level: number, place: Place | null): void {
    const label = place?.counted.kind === 'number' ? place.counted.label.trim() : '';
    const numbered = new RunList();
    if (label !== '') numbered.text(`${label} `);
    numbered.addAll(runs);
    this.writer.paragraph({ kind: 'heading', level }, numbered.runs);
  }

  /** Position of the paragraph in its numbering; null if it has none. */
  private placeOf(
    properties: XmlElement | null,
    { numbering, namedList, indent }: ParagraphFormat,
    styleId: string | null,
  ): Place | null {
    const own = properties && numberingId(properties);
    const id = own ?? numbering.id;
    if (id === '0') return null; // disables an inherited numbering
    if (id === null) return this.namedPlace(namedList);
    const level =
      (properties && numberingLevel(properties)) ??
      (own === null && styleId !== null ? this.numbering.levelOfStyle(id, styleId) : null) ??
      numbering.level ??
      0;
    const counted = this.numbering.next(id, level);
    if (!counted) return own === null ? this.namedPlace(namedList) : null;
    const stated = (properties && indentOf(properties)) ?? (own === null ? indent : null);
    return { id, level, counted, indent: stated ?? counted.indent ?? indent };
  }

  /** Position in a list that only the name of the style states: built-in styles have bullets and numbers of their own. */
  private namedPlace(list: NamedList | null): Place | null {
    if (!list) return null;
    const { isOrdered, level } = list;
    const number = isOrdered ? (this.namedCounts[level] ?? 0) + 1 : 0;
    if (isOrdered) this.namedCounts[level] = number;
    this.namedCounts.length = Math.min(this.namedCounts.length, level + 1);
    const kind = isOrdered ? 'number' : 'bullet';
    const counted = { kind, number, label: isOrdered ? `${number}.` : '', indent: null } as const;
    return { id: `named ${kind}`, level, counted, indent: null };
  }

  private table(element: XmlElement): void {
    const rows = tableCells(element);
    if (rows.length === 0) return;
    this.writer.table(() => {
      rows.forEach(({ cells }, at) => {
        this.writer.row(() => {
          for (const { columns, rows: down, content } of cells)
            this.writer.cell(at === 0, { columns, rows: down }, () => this.blocks(content));
        });
      });
    });
  }
}

/** Content of other parts of the package. */
export interface LinkedParts {
  /** Writes the charts and diagrams of a drawing. */
  graphics(drawing: XmlElement): void;
  /** Writes a document of another format that is inserted as a whole. */
  chunk(element: XmlElement): void;
}

interface Place {
  readonly id: string;
  readonly level: number;
  readonly counted: NumberedPlace;
  readonly indent: number | null;
}

function listOf({ id, level, counted, indent }: Place): { list?: ListPlace } {
  if (counted.kind === 'continuation') return {};
  const isOrdered = counted.kind === 'number';
  return { list: { key: id, level, indent, isOrdered, number: isOrdered ? counted.number : null } };
}

function continuation(place: Place | null, format: ParagraphFormat): { continuesItem?: boolean } {
  return place?.counted.kind === 'continuation' || format.continuesItem ? { continuesItem: true } : {};
}

/** Writes labels that markdown cannot represent as text. */
function labelledRuns({ counted }: Place, runs: RunList['runs']): RunList['runs'] | null {
  const label = counted.label.trim();
  if (counted.kind !== 'number' || label === '' || isPlainLabel(label)) return null;
  const labelled = new RunList();
  labelled.text(`${label} `);
  labelled.addAll(runs);
  return labelled.runs;
}

function kindOf(runs: RunList['runs'], { isCode, isQuote }: ParagraphFormat): BlockStyle {
  if (isCode) return { kind: 'code' };
  if (isQuote) return { kind: 'quote' };
  const isTyped =
    runs.some((run) => run.kind === 'text' && run.text.trim() !== '') &&
    runs.every((run) =>
      run.kind === 'text' ? run.style.code || run.text.trim() === '' : run.kind === 'break',
    );
  return { kind: isTyped ? 'typed' : 'text' };
}

/** True for an initial letter that spans several lines, which is a paragraph of its own in the file. */
function isDropCap(properties: XmlElement | null): boolean {
  return /^(?:drop|margin)$/.test(properties?.child('w:framePr')?.attr('w:dropCap') ?? '');
}

/** True if the end of the paragraph was deleted in tracked changes. */
function isEndDeleted(properties: XmlElement | null): boolean {
  const mark = properties?.child('w:rPr');
  return !!(mark?.child('w:del') ?? mark?.child('w:moveFrom'));
}
