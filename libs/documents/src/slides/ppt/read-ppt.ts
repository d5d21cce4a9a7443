import { DamagedDocumentError } from '../../errors.js';
import { CompoundFile } from '../../containers/cfb/compound-file.js';
import { readSummary } from '../../containers/cfb/summary-information.js';
import type { DocumentReader, DocumentReading } from '../../document-reader.js';
import { BlockWriter, type BlockStyle } from '../../tree/block-writer.js';
import { NoteList } from '../../tree/note-list.js';
import type { Run } from '../../tree/run.js';
import { warnOfHiddenSlides } from '../hidden-slides.js';
import { readingOrder } from '../reading-order.js';
import { PptPresentation, type PptSlide } from './ppt-presentation.js';
import { readShapes, type PptShape } from './ppt-shapes.js';
import { TextType, type PptParagraph, type PptText } from './ppt-text.js';

/** Reads a binary presentation of PowerPoint 97 to 2003: the texts, tables and notes of all visible slides in order. */
export const readPpt: DocumentReader = (bytes, reading) => {
  const file = new CompoundFile(bytes, reading.budget);
  const stream = file.read('PowerPoint Document');
  if (!stream) throw new DamagedDocumentError('it has no slides');
  readSummary(file, reading.facts);
  const user = file.read('Current User');
  const view = viewOf(stream);
  const all = new PptPresentation(view, user && viewOf(user), reading.budget).slides();
  const slides = reading.settings.hidden ? all : all.filter(({ isHidden }) => !isHidden);
  warnOfHiddenSlides(reading, all.length - slides.length);
  reading.facts.numPages = slides.length;
  const writer = new PptWriter(view, reading);
  slides.forEach((slide, at) => {
    reading.beginPage(at + 1);
    writer.slide(slide, at === 0);
  });
  writer.finish();
};

const BODIES: ReadonlySet<number> = new Set([TextType.body, TextType.half, TextType.quarter]);
/** Maximum difference of the positions of cells in one row, relative to their height. */
const SAME_ROW = 0.3;

class PptWriter {
  private readonly blocks: BlockWriter;
  private shapes = 0;

  constructor(
    private readonly view: DataView,
    private readonly reading: DocumentReading,
  ) {
    this.blocks = new BlockWriter(reading.tree, new NoteList());
  }

  slide({ drawing, notes, outline }: PptSlide, isFirst: boolean): void {
    const { view, reading, blocks } = this;
    const shapes = drawing ? readShapes(view, drawing, outline, reading.budget) : [];
    const title = shapes.find(({ text }) => text && isTitle(text));
    if (title) this.title(title.text!, isFirst && title.text!.type === TextType.centerTitle);
    for (const shape of readingOrder(shapes.filter((one) => one !== title))) this.shape(shape);
    if (notes && reading.settings.speakerNotes) this.notes(readShapes(view, notes, [], reading.budget));
    blocks.break();
  }

  finish(): void {
    this.blocks.finish();
  }

  private title({ paragraphs }: PptText, isTitleOfAll: boolean): void {
    const runs = paragraphs.flatMap(({ text }, at) => (at === 0 ? runsOf(text) : [BREAK, ...runsOf(text)]));
    this.blocks.paragraph({ kind: 'heading', level: isTitleOfAll ? 1 : 2, isTitle: isTitleOfAll }, runs);
  }

  private shape(shape: PptShape): void {
    if (shape.isTable) return this.table(shape.children);
    if (shape.text) this.text(shape.text);
    for (const child of readingOrder(shape.children)) this.shape(child);
  }

  private text({ type, paragraphs }: PptText): void {
    const key = `shape ${++this.shapes}`;
    for (const paragraph of paragraphs)
      this.blocks.paragraph(styleOf(paragraph, BODIES.has(type), key), runsOf(paragraph.text));
    this.blocks.break();
  }

  /** Cells are shapes at the same height. */
  private table(cells: readonly PptShape[]): void {
    const rows: PptShape[][] = [];
    for (const cell of cells.filter(({ text, box }) => text && box).sort(byPlace)) {
      const last = rows.at(-1)?.[0]?.box;
      const isSame = last && cell.box!.top - last.top < SAME_ROW * (last.bottom - last.top);
      if (isSame) rows.at(-1)!.push(cell);
      else rows.push([cell]);
    }
    if (rows.length === 0) return;
    this.blocks.table(() => {
      rows.forEach((row, at) => {
        this.blocks.row(() => {
          for (const { text } of row.sort((one, other) => one.box!.left - other.box!.left))
            this.blocks.cell(at === 0, { columns: 1, rows: 1 }, () =>
              this.text({ ...text!, type: TextType.other }),
            );
        });
      });
    });
  }

  private notes(shapes: readonly PptShape[]): void {
    const texts = shapes.flatMap(({ text }) => (text?.type === TextType.notes ? [text] : []));
    if (texts.every(({ paragraphs }) => paragraphs.every(({ text }) => text.trim() === ''))) return;
    this.blocks.break();
    this.reading.tree.start('blockquote');
    for (const text of texts) this.text(text);
    this.blocks.break();
    this.reading.tree.end();
  }
}

function isTitle({ type, paragraphs }: PptText): boolean {
  return (
    (type === TextType.title || type === TextType.centerTitle) &&
    paragraphs.some(({ text }) => text.trim() !== '')
  );
}

function styleOf({ level, hasBullet }: PptParagraph, isBody: boolean, key: string): BlockStyle {
  if (!(hasBullet ?? isBody)) return { kind: 'text' };
  return { kind: 'text', list: { key, level, indent: null, isOrdered: false, number: null } };
}

const BREAK: Run = { kind: 'break' };

/** A vertical tab is a line break; fields such as slide numbers are an asterisk alone. */
function runsOf(text: string): Run[] {
  return text.split('\v').flatMap((line, at): Run[] => {
    const run: Run = {
      kind: 'text',
      text: line.replace(/\p{Cc}/gu, (sign) => (sign === '\t' ? sign : '')),
      style: {},
    };
    return at === 0 ? [run] : [BREAK, run];
  });
}

function byPlace(one: PptShape, other: PptShape): number {
  return one.box!.top - other.box!.top || one.box!.left - other.box!.left;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
