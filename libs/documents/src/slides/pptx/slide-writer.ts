import type { BlockWriter } from '../../tree/block-writer.js';
import { isBlank, type Run } from '../../tree/run.js';
import type { DocumentReading } from '../../document-reader.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import { readingOrder, type Box } from '../reading-order.js';
import { boxOf, isTitle, placeholderOf, type PlaceholderKey, type SlideBase } from './placeholders.js';
import { paragraphRuns, TextBody } from './text-body.js';
import { slideTable } from './slide-table.js';
import { withoutAlternatives } from '../../containers/xml/alternate-content.js';
import { writeGraphics } from '../../office/graphic-data.js';

/** Placeholder types of content that repeats on every slide. */
const FURNITURE: ReadonlySet<string> = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

/** Placeholder types without content of their own. */
const MARGINS: ReadonlySet<string> = new Set(['sldNum', 'sldImg']);

/** Units of work to resolve the inheritance of a shape. */
const WORK_A_SHAPE = 20;

interface Shape {
  readonly element: XmlElement;
  readonly key: PlaceholderKey | null;
  readonly box: Box | null;
}

/** Writes one slide: its title, then its content in reading order. */
export class SlideWriter {
  private shapes = 0;

  constructor(
    private readonly files: OfficePackage,
    private readonly part: string,
    private readonly base: SlideBase,
    private readonly blocks: BlockWriter,
    private readonly reading: DocumentReading,
  ) {}

  slide(root: XmlElement, isFirst: boolean): void {
    const shapes = this.shapesOf(root.at('p:cSld', 'p:spTree'));
    const title = shapes.find(({ key }) => key && isTitle(key));
    const opens = shapes.some(({ key }) => key?.type === 'ctrTitle' || key?.type === 'subTitle');
    if (title) this.title(title, isFirst && opens);
    for (const shape of readingOrder(shapes.filter((one) => one !== title))) this.shape(shape);
  }

  /** Writes the own text of a layout or master, which is the same on all its slides: everything except placeholders. */
  background(root: XmlElement): void {
    const shapes = this.shapesOf(root.at('p:cSld', 'p:spTree')).filter(
      ({ key, element }) => key === null && element.name !== 'p:pic',
    );
    for (const shape of readingOrder(shapes)) this.shape(shape);
  }

  /** Writes headers, footers and dates of the slide. */
  margins(root: XmlElement): void {
    for (const { element } of this.shapesOf(root.at('p:cSld', 'p:spTree'), MARGINS)) {
      const body = element.child('p:txBody');
      if (body) this.text(body, null);
    }
  }

  /** Writes the speaker notes. */
  speakerNotes(): void {
    const part = this.files.related(this.part, 'notesSlide');
    const root = this.files.tree(part);
    const shapes = this.shapesOf(root?.at('p:cSld', 'p:spTree') ?? null).filter(
      ({ element }) => element.name !== 'p:pic' && element.find('a:t') !== null,
    );
    if (shapes.length === 0) return;
    this.blocks.break();
    this.reading.tree.start('blockquote');
    for (const shape of readingOrder(shapes)) this.shape(shape);
    this.blocks.break();
    this.reading.tree.end();
  }

  private shapesOf(parent: XmlElement | null, skipped = FURNITURE): Shape[] {
    return withoutAlternatives(parent?.elements ?? []).flatMap((element) => {
      this.reading.budget.work(WORK_A_SHAPE);
      const key = placeholderOf(element);
      if (key && skipped.has(key.type)) return [];
      const box = boxOf([element, ...(key ? this.base.models(key) : [])]);
      return /^p:(?:sp|pic|graphicFrame|grpSp)$/.test(element.name) && !isHidden(element)
        ? [{ element, key, box }]
        : [];
    });
  }

  private title({ element }: Shape, isTitleOfAll: boolean): void {
    const runs = (element.child('p:txBody')?.all('a:p') ?? []).flatMap((paragraph, at) => {
      const own = paragraphRuns(paragraph, { relations: this.relations });
      return at > 0 && own.length > 0 ? [BREAK, ...own] : own;
    });
    if (!isBlank(runs))
      this.blocks.paragraph({ kind: 'heading', level: isTitleOfAll ? 1 : 2, isTitle: isTitleOfAll }, runs);
  }

  private shape({ element, key }: Shape): void {
    switch (element.name) {
      case 'p:sp': {
        const body = element.child('p:txBody');
        return body ? this.text(body, key) : undefined;
      }
      case 'p:grpSp':
        for (const inner of readingOrder(this.shapesOf(element))) this.shape(inner);
        return;
      case 'p:graphicFrame':
        return this.frame(element);
      default:
        return this.picture(element);
    }
  }

  private text(body: XmlElement, key: PlaceholderKey | null): void {
    const place = { key, base: this.base, relations: this.relations };
    new TextBody(body, place, `shape ${++this.shapes}`).write(this.blocks);
    this.blocks.break();
  }

  private frame(element: XmlElement): void {
    const table = element.at('a:graphic', 'a:graphicData', 'a:tbl');
    if (table) slideTable(table, this.blocks, (cell) => this.text(cell, null));
    else if (!writeGraphics(element, this.part, this.files, this.blocks)) this.picture(element);
  }

  private picture(element: XmlElement): void {
    const properties = element.find('p:cNvPr');
    const description = properties?.attr('descr') ?? properties?.attr('title') ?? '';
    if (description.trim() !== '')
      this.blocks.paragraph({ kind: 'text' }, [{ kind: 'picture', description }]);
  }

  private get relations() {
    return this.files.relationsOf(this.part);
  }
}

const BREAK: Run = { kind: 'break' };

function isHidden(shape: XmlElement): boolean {
  const properties = shape.elements[0]?.child('p:cNvPr');
  return /^(?:1|true)$/.test(properties?.attr('hidden') ?? '');
}
