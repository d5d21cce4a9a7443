import type { DocumentReading } from '../document-reader.js';
import { mathmlTex } from '../office/mathml-tex.js';
import { RunList, type RunStyle } from '../tree/run.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import type { EmbeddedObjects } from './embedded-objects.js';
import type { OdfStyles, OdfTextFormat } from './odf-styles.js';

/** Characters processed per unit of work (about a microsecond). */
const LETTERS_A_UNIT = 64;
/** Maximum number of spaces generated for one element. */
const MAX_BLANKS = 200;

/**
 * Elements whose text is not part of the paragraph: page numbers, comments, readings of characters, deleted text. All
 * others are read, because the standard has more than a hundred elements for fields.
 */
const HIDDEN =
  /^(?:office:.*|svg:.*|form:.*|script:.*|text:(?:ruby-text|page-number|page-count|page-continuation|page-variable-get|page-variable-set|tracked-changes|change|script|note-citation|alphabetical-index-mark|alphabetical-index-mark-start|toc-mark|toc-mark-start|user-index-mark|user-index-mark-start|hidden-paragraph))$/;
/** Shown only if its condition is met. */
const CONDITIONAL = 'text:hidden-text';

/** Content of a paragraph. */
interface InlineContent {
  readonly runs: RunList;
  /** Frames and shapes anchored to the paragraph. */
  readonly frames: XmlElement[];
}

/** Keeps notes until they are written. */
export interface NoteKeeper {
  keep(note: XmlElement): string;
}

interface Place extends InlineContent {
  readonly format: OdfTextFormat;
  readonly href: string | null;
}

/** Reads the paragraphs of an OpenDocument text without annotations, page numbers and deleted text. */
export class InlineReader {
  constructor(
    private readonly styles: OdfStyles,
    private readonly notes: NoteKeeper,
    private readonly reading: DocumentReading,
    private readonly objects: EmbeddedObjects | null = null,
  ) {}

  read(paragraph: XmlElement, format: OdfTextFormat): InlineContent {
    const content = { runs: new RunList(), frames: [] as XmlElement[] };
    // paragraph-level formatting is expressed by the block kind; monospaced text is detected separately
    this.children(paragraph, { ...content, format, href: null });
    return content;
  }

  private children(parent: XmlElement, place: Place): void {
    for (const child of parent.children) {
      if (typeof child === 'string') this.text(child, place);
      else this.element(child, place);
    }
  }

  /** Collapses white space and drops it at the beginning of a paragraph. */
  private text(written: string, { runs, format, href }: Place): void {
    this.reading.budget.work(written.length / LETTERS_A_UNIT);
    if (format.hidden && this.reading.hiddenText.leavesOut(() => written)) return;
    const text = written.replace(/[ \t\r\n]+/g, ' ');
    runs.text(runs.runs.length === 0 ? text.replace(/^ /, '') : text, styleOf(format, href));
  }

  private element(element: XmlElement, place: Place): void {
    const { runs, format, href } = place;
    switch (element.name) {
      case 'text:span':
        return this.children(element, {
          ...place,
          format: this.within(format, element.attr('text:style-name')),
        });
      case 'text:a':
        return this.children(element, { ...place, href: element.attr('xlink:href') ?? href });
      case 'text:s':
        return runs.text(' '.repeat(blanksOf(element)), styleOf(format, href));
      case 'text:tab':
        return runs.text('\t', styleOf(format, href));
      case 'text:line-break':
        return runs.add({ kind: 'break' });
      case 'text:note':
        return runs.add({ kind: 'note', note: this.notes.keep(element) });
      default:
        if (element.name.startsWith('draw:')) this.frame(element, place);
        else if (isRead(element)) this.children(element, place);
    }
  }

  /** Formulas are part of the text; other frames are written after the paragraph. */
  private frame(element: XmlElement, { runs, frames }: Place): void {
    const formula = this.objects?.formulaOf(element);
    if (formula) runs.add({ kind: 'formula', tex: mathmlTex(formula), isBlock: false });
    else frames.push(element);
  }

  private within(around: OdfTextFormat, style: string | null): OdfTextFormat {
    const own = this.styles.text(style);
    return {
      bold: own.bold ?? around.bold,
      italic: own.italic ?? around.italic,
      strike: own.strike ?? around.strike,
      hidden: own.hidden ?? around.hidden,
      raised: own.raised ?? around.raised,
      isFixed: own.isFixed ?? around.isFixed,
      isCode: own.isCode || around.isCode,
    };
  }
}

function isRead(element: XmlElement): boolean {
  return element.name === CONDITIONAL
    ? element.attr('text:is-hidden') === 'false'
    : !HIDDEN.test(element.name);
}

function styleOf(format: OdfTextFormat, href: string | null): RunStyle {
  return {
    bold: format.bold ?? false,
    italic: format.italic ?? false,
    strike: format.strike ?? false,
    raised: format.raised,
    code: format.isCode || (format.isFixed ?? false),
    href: href || null,
  };
}

function blanksOf(element: XmlElement): number {
  const count = Number(element.attr('text:c') ?? 1);
  return count >= 1 ? Math.min(Math.trunc(count), MAX_BLANKS) : 1;
}
