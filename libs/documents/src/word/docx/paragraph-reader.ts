import type { HiddenText } from '../../hidden-text.js';
import { PLAIN, RunList, type RunStyle } from '../../tree/run.js';
import { chosenAlternative } from '../../containers/xml/alternate-content.js';
import type { Relation } from '../../containers/ooxml/office-package.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { fieldMeaning, instructedText, SequenceNumbers, type FieldMeaning } from '../../office/fields.js';
import { hasGraphics } from '../../office/graphic-data.js';
import { mergedText, switchAt, type Styles, type TextFormat } from './styles.js';
import { signOf } from '../../office/symbols.js';
import { formulaTex } from '../../office/formula.js';
import { Bookmarks } from './bookmarks.js';

/** Content of a paragraph. */
interface ParagraphContent {
  readonly runs: RunList;
  /** Text boxes, charts and diagrams anchored to the paragraph. */
  readonly boxes: readonly DrawnBox[];
}

/** A text box, as an element that contains blocks, or a drawing with charts or diagrams. */
export interface DrawnBox {
  readonly kind: 'blocks' | 'graphics';
  readonly element: XmlElement;
}

/** Pure wrapper elements of inline content. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:sdtContent',
  'w:dir',
  'w:bdo',
  'w:ruby',
  'w:rubyBase',
]);

/** Maximum depth of nested fields; deeper ones are treated like the enclosing field. */
const MAX_FIELDS = 32;

interface Field {
  instruction: string;
  meaning: FieldMeaning;
  isShown: boolean;
  /** True if its result is out of date. */
  readonly isDirty: boolean;
  /** Chosen entry of a drop-down list. */
  readonly choice: string | null;
  /** The begin of its result. */
  shown: string;
}

/** Longer results are no numbers. */
const MAX_SHOWN_CHARS = 40;

/**
 * Reads the content of paragraphs: accepts tracked changes, omits deleted text and comments, and includes field
 * results. One reader reads all paragraphs, because a field may span several of them.
 */
export class ParagraphReader {
  private readonly fields: Field[] = [];
  private fieldsBeyond = 0;
  private readonly bookmarks = new Bookmarks();
  private isBreakPending = false;
  /** Number of content controls that show only their placeholder, which is left out. */
  placeholders = 0;

  constructor(
    private readonly styles: Styles,
    private readonly sequences: SequenceNumbers,
    private readonly relations: ReadonlyMap<string, Relation>,
    /** Name of a footnote or endnote; null if it does not exist. */
    private readonly noteName: (kind: 'footnote' | 'endnote', id: string) => string | null,
    private readonly hiddenText: HiddenText,
  ) {}

  read(paragraph: XmlElement, base: TextFormat): ParagraphContent {
    const content = { runs: new RunList(), boxes: [] as DrawnBox[] };
    this.isBreakPending = false;
    this.children(paragraph, { ...content, base, href: null });
    return content;
  }

  private children(element: XmlElement, place: Place): void {
    for (const child of element.children) if (typeof child !== 'string') this.element(child, place);
  }

  private element(element: XmlElement, place: Place): void {
    switch (element.name) {
      case 'w:r':
        return this.run(element, place);
      case 'w:hyperlink':
        return this.children(element, { ...place, href: this.linkOf(element) });
      case 'w:fldSimple':
        return this.simpleField(element, place);
      case 'w:sdt':
        return this.control(element, place);
      case 'm:oMath':
      case 'm:oMathPara':
        return this.formula(element, place);
      case 'mc:AlternateContent':
        return this.children(chosenAlternative(element), place);
      case 'w:bookmarkStart':
        return this.bookmarks.begin(element, place.runs);
      case 'w:bookmarkEnd':
        return this.bookmarks.end(element, place.runs);
      default:
        if (WRAPPERS.has(element.name)) this.children(element, place);
    }
  }

  private formula(element: XmlElement, { runs }: Place): void {
    const tex = formulaTex(element);
    if (tex !== '') runs.add({ kind: 'formula', tex, isBlock: element.name === 'm:oMathPara' });
  }

  /** Writes the checkbox or the value of a content control. */
  private control(element: XmlElement, place: Place): void {
    const properties = element.child('w:sdtPr');
    const box = properties?.child('w14:checkbox');
    if (box) {
      const state = box.child('w14:checked')?.attr('w14:val') ?? '0';
      place.runs.add({ kind: 'box', isChecked: /^(?:1|true|on)$/.test(state) });
    } else if (properties?.child('w:showingPlcHdr')) {
      if (element.child('w:sdtContent')?.text.trim()) this.placeholders++;
    } else {
      const content = element.child('w:sdtContent');
      if (content) this.children(content, place);
    }
  }

  private simpleField(element: XmlElement, place: Place): void {
    const instruction = element.attr('w:instr') ?? '';
    const meaning = fieldMeaning(instruction);
    if (meaning === 'nothing') return;
    const shown = isOn(element.attr('w:dirty')) ? '' : element.text.slice(0, MAX_SHOWN_CHARS);
    const number = this.sequences.next(instruction, shown);
    if (number !== null && shown.trim() === '') return place.runs.text(number, PLAIN);
    this.children(element, meaning === 'text' ? place : { ...place, href: meaning.href });
  }

  private linkOf(element: XmlElement): string | null {
    const target = this.relations.get(element.attr('r:id') ?? '')?.target ?? '';
    const anchor = element.attr('w:anchor') ?? element.attr('w:docLocation');
    return (anchor && !target.includes('#') ? `${target}#${anchor}` : target) || null;
  }

  private run(element: XmlElement, place: Place): void {
    const properties = element.child('w:rPr');
    const style = this.styleOf(properties, place);
    if (style.isHidden && this.hiddenText.leavesOut(() => textOf(element))) return;
    for (const child of element.children)
      if (typeof child !== 'string') this.runPart(child, style, place, properties);
  }

  private styleOf(
    properties: XmlElement | null,
    { base, href }: Place,
  ): RunStyle & { readonly isHidden: boolean } {
    const named = this.styles.character(properties?.child('w:rStyle')?.attr('w:val') ?? null);
    const own = mergedText([properties]);
    const field = this.fields.findLast(({ meaning, isShown }) => isShown && typeof meaning === 'object');
    // the look of the paragraph style is not emphasis: quotes are italic, captions bold
    return {
      isHidden: own.hidden ?? named.hidden ?? base.hidden ?? false,
      bold: own.bold ?? named.bold ?? false,
      italic: own.italic ?? named.italic ?? false,
      strike: own.strike ?? named.strike ?? false,
      raised: own.raised ?? named.raised,
      code: named.isCode || this.styles.isFixed(own.font ?? named.font ?? base.font),
      href: href ?? (field ? (field.meaning as { href: string }).href : null),
    };
  }

  private runPart(element: XmlElement, style: RunStyle, place: Place, properties: XmlElement | null): void {
    const { runs } = place;
    if (element.name === 'w:fldChar') return this.fieldMark(element, runs, style);
    const field = this.fields.at(-1);
    if (field && !field.isShown) {
      if (element.name === 'w:instrText') field.instruction += element.text;
      return;
    }
    if (this.fields.some(({ meaning }) => meaning === 'nothing')) return;
    this.settleBreak(element, runs);
    switch (element.name) {
      case 'w:t':
        if (field && field.shown.length < MAX_SHOWN_CHARS)
          field.shown += element.text.slice(0, MAX_SHOWN_CHARS);
        return runs.text(element.text, style);
      case 'w:tab':
      case 'w:ptab':
        return runs.text('\t', style);
      case 'w:br':
        if (/^(?:page|column)$/.test(element.attr('w:type') ?? '')) this.isBreakPending = true;
        else runs.add({ kind: 'break' });
        return;
      case 'w:cr':
        return runs.add({ kind: 'break' });
      case 'w:noBreakHyphen':
        return runs.text('-', style);
      case 'w:sym':
        return runs.text(
          signOf(element.attr('w:font') ?? '', parseInt(element.attr('w:char') ?? '', 16) || 0),
          style,
        );
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        return this.noteMark(element, runs);
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.drawing(element, place);
      case 'mc:AlternateContent':
        for (const child of chosenAlternative(element).elements)
          this.runPart(child, style, place, properties);
        return;
      case 'w:ruby':
        return this.children(element, place);
    }
  }

  /** Writes a page or column break between two parts of a paragraph as a line break. */
  private settleBreak({ name }: XmlElement, runs: RunList): void {
    if (!this.isBreakPending || !/^w:(?:t|sym|tab|noBreakHyphen)$/.test(name)) return;
    this.isBreakPending = false;
    if (runs.runs.length > 0) runs.add({ kind: 'break' });
  }

  private fieldMark(element: XmlElement, runs: RunList, style: RunStyle): void {
    const type = element.attr('w:fldCharType');
    if (this.fieldsBeyond > 0 || (type === 'begin' && this.fields.length >= MAX_FIELDS)) {
      if (type === 'begin') this.fieldsBeyond++;
      else if (type === 'end') this.fieldsBeyond--;
    } else if (type === 'begin') {
      const isDirty = isOn(element.attr('w:dirty'));
      const choice = choiceOf(element.at('w:ffData', 'w:ddList'));
      this.fields.push({ instruction: '', meaning: 'text', isShown: false, isDirty, choice, shown: '' });
      const box = element.at('w:ffData', 'w:checkBox');
      if (box) runs.add({ kind: 'box', isChecked: isTicked(box) });
    } else if (type === 'separate') {
      const field = this.fields.at(-1);
      if (!field) return;
      field.isShown = true;
      field.meaning = field.isDirty && isSequence(field) ? 'nothing' : fieldMeaning(field.instruction);
    } else if (type === 'end') {
      const field = this.fields.pop();
      if (field) this.endField(field, runs, style);
    }
  }

  /** Writes what a field displays without a stored result. */
  private endField(field: Field, runs: RunList, style: RunStyle): void {
    const { instruction, choice, shown, isDirty } = field;
    const number = this.sequences.next(instruction, isDirty ? '' : shown);
    if (shown.trim() !== '') return;
    const text = choice ?? number ?? this.bookmarks.textOf(instruction) ?? instructedText(instruction);
    const around = this.fields.at(-1);
    if (around && !around.isShown) around.instruction += text;
    else if (!this.fields.some(({ meaning }) => meaning === 'nothing')) runs.text(text, style);
  }

  private noteMark(element: XmlElement, runs: RunList): void {
    const kind = element.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    const note = this.noteName(kind, element.attr('w:id') ?? '');
    if (note !== null) runs.add({ kind: 'note', note });
  }

  private drawing(element: XmlElement, { runs, boxes }: Place): void {
    const content = element.findAll('w:txbxContent');
    for (const box of content) boxes.push({ kind: 'blocks', element: box });
    const isGraphic = hasGraphics(element);
    if (isGraphic) boxes.push({ kind: 'graphics', element });
    const words = element.findAll('v:textpath').map((path) => path.attr('string') ?? '');
    if (words.length > 0) runs.text(words.join(' '), PLAIN);
    if (content.length > 0 || words.length > 0 || isGraphic) return;
    const name = element.find('wp:docPr') ?? element.find('v:shape');
    const description = name?.attr('descr') ?? name?.attr('title') ?? name?.attr('alt') ?? '';
    if (description.trim() !== '') runs.add({ kind: 'picture', description });
  }
}

interface Place {
  readonly runs: RunList;
  readonly boxes: DrawnBox[];
  readonly base: TextFormat;
  readonly href: string | null;
}

function textOf(run: XmlElement): string {
  return run
    .all('w:t')
    .map(({ text }) => text)
    .join('');
}

function isTicked(box: XmlElement): boolean {
  return switchAt(box, 'w:checked') ?? switchAt(box, 'w:default') ?? false;
}

function isOn(value: string | null): boolean {
  return /^(?:1|true|on)$/.test(value ?? '');
}

function isSequence({ instruction }: Field): boolean {
  return /^\s*SEQ\s/i.test(instruction);
}

/** Chosen entry of a drop-down list of a form; null for other fields. */
function choiceOf(list: XmlElement | null): string | null {
  if (!list) return null;
  const entries = list.all('w:listEntry').map((entry) => entry.attr('w:val') ?? '');
  const index = list.child('w:result') ?? list.child('w:default');
  return entries[Number(index?.attr('w:val') ?? 0)] ?? entries[0] ?? '';
}
