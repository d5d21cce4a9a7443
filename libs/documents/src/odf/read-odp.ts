import type { DocumentReader, DocumentReading } from '../document-reader.js';
import { BlockWriter } from '../tree/block-writer.js';
import { NoteList } from '../tree/note-list.js';
import { RunList, type Run } from '../tree/run.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { warnOfHiddenSlides } from '../slides/hidden-slides.js';
import { readingOrder, type Box } from '../slides/reading-order.js';
import { EmbeddedObjects } from './embedded-objects.js';
import { OdfBodyReader } from './body-reader.js';
import { InlineReader } from './inline-reader.js';
import { KeptNotes } from './kept-notes.js';
import { OdfPackage } from './odf-package.js';
import type { OdfStyles } from './odf-styles.js';

/** Presentation classes of frames that repeat on every slide. */
const FURNITURE = /^(?:header|footer|date-time|page-number|page|notes)$/;
const NOTES_FURNITURE = /^(?:header|footer|date-time|page-number|page)$/;

/** Reads an OpenDocument presentation: all visible slides in order. */
export const readOdp: DocumentReader = (bytes, reading) => {
  const files = new OdfPackage(bytes, reading);
  files.readFacts(reading.facts);
  const list = new NoteList();
  const blocks = new BlockWriter(reading.tree, list);
  let slides = 0;
  let hidden = 0;
  files.visitContent('office:presentation', (styles) => {
    const writer = new OdpSlideWriter(styles, blocks, reading, new EmbeddedObjects(files));
    return {
      open: (name) => (name === 'draw:page' ? 'take' : 'skip'),
      take: (page) => {
        if (isHidden(page, styles) && !reading.settings.hidden) {
          hidden++;
          return;
        }
        reading.facts.numPages = ++slides;
        reading.beginPage(slides);
        writer.slide(page, slides === 1);
      },
    };
  });
  blocks.finish();
  warnOfHiddenSlides(reading, hidden);
};

function isHidden(page: XmlElement, styles: OdfStyles): boolean {
  const style = page.attr('draw:style-name');
  return (
    styles.property('drawing-page', style, 'style:drawing-page-properties', 'presentation:visibility') ===
    'hidden'
  );
}

interface Frame {
  readonly element: XmlElement;
  readonly kind: string;
  readonly box: Box | null;
}

class OdpSlideWriter {
  private readonly body: OdfBodyReader;
  private readonly inline: InlineReader;

  constructor(
    private readonly styles: OdfStyles,
    private readonly blocks: BlockWriter,
    private readonly reading: DocumentReading,
    objects: EmbeddedObjects,
  ) {
    const notes = new KeptNotes();
    this.body = new OdfBodyReader(styles, blocks, notes, reading, objects);
    this.inline = new InlineReader(styles, notes, reading, objects);
  }

  slide(page: XmlElement, isFirst: boolean): void {
    const frames = framesOf(page);
    const title = frames.find(({ kind, element }) => kind === 'title' && element.find('text:p'));
    const opens = isFirst && frames.some(({ kind }) => kind === 'subtitle');
    if (title) this.title(title.element, opens);
    for (const { element } of readingOrder(frames.filter((frame) => frame !== title))) {
      this.body.frame(element);
      this.blocks.break();
    }
    if (this.reading.settings.speakerNotes) this.speakerNotes(page);
    this.blocks.break();
  }

  private title(element: XmlElement, isTitle: boolean): void {
    const runs: Run[] = [];
    for (const paragraph of element.findAll('text:p')) {
      const own = new RunList();
      own.addAll(this.inline.read(paragraph, this.styles.text(null)).runs.runs);
      if (runs.length > 0 && own.runs.length > 0) runs.push({ kind: 'break' });
      runs.push(...own.runs);
    }
    this.blocks.paragraph({ kind: 'heading', level: isTitle ? 1 : 2, isTitle }, runs);
  }

  private speakerNotes(page: XmlElement): void {
    const notes = page.child('presentation:notes');
    const frames = notes ? framesOf(notes, NOTES_FURNITURE).filter(hasText) : [];
    if (frames.length === 0) return;
    this.blocks.break();
    this.reading.tree.start('blockquote');
    for (const { element } of readingOrder(frames)) {
      this.body.frame(element);
      this.blocks.break();
    }
    this.reading.tree.end();
  }
}

function hasText({ element }: Frame): boolean {
  return element.find('text:p') !== null && element.text.trim() !== '';
}

function framesOf(page: XmlElement, furniture = FURNITURE): Frame[] {
  return page.elements.flatMap((element) => {
    const kind = element.attr('presentation:class') ?? '';
    const isPlaceholder = element.attr('presentation:placeholder') === 'true';
    if (!element.name.startsWith('draw:') || furniture.test(kind) || isPlaceholder) return [];
    return [{ element, kind, box: boxOf(element) }];
  });
}

const UNITS: Readonly<Record<string, number>> = { cm: 28.35, mm: 2.835, in: 72, pt: 1, pc: 12, px: 0.75 };

function boxOf(element: XmlElement): Box | null {
  const [left, top, width, height] = ['svg:x', 'svg:y', 'svg:width', 'svg:height'].map((name) =>
    lengthOf(element.attr(name)),
  );
  if (left == null || top == null || width == null || height == null) return null;
  return { left, top, right: left + width, bottom: top + height };
}

/** Converts a length to points. */
function lengthOf(written: string | null): number | null {
  const found = /^(-?\d*\.?\d+)(cm|mm|in|pt|pc|px)$/.exec(written ?? '');
  return found ? Number(found[1]) * UNITS[found[2]!]! : null;
}
