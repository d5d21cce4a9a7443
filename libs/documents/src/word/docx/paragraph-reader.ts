import { RunList, type RunStyle } from '../../tree/run.js';
import type { Relation } from '../../containers/ooxml/office-package.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import { fieldMeaning, type FieldMeaning } from '../../office/fields.js';
import { mergedText, switchAt, type Styles, type TextFormat } from './styles.js';
import { signOf } from '../../office/symbols.js';
import { formulaTex } from '../../office/formula.js';

/** Content of a paragraph. */
interface ParagraphContent {
  readonly runs: RunList;
  /** Text boxes anchored to the paragraph, as elements that contain blocks. */
  readonly boxes: readonly XmlElement[];
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
}

/**
 * Reads the content of paragraphs: accepts tracked changes, omits deleted text and comments, and includes field
 * results. One reader reads all paragraphs, because a field may span several of them.
 */
export class ParagraphReader {
  private readonly fields: Field[] = [];
  private fieldsBeyond = 0;

  constructor(
    private readonly styles: Styles,
    private readonly relations: ReadonlyMap<string, Relation>,
    /** Name of a footnote or endnote; null if it does not exist. */
    private readonly noteName: (kind: 'footnote' | 'endnote', id: string) => string | null,
  ) {}

  read(paragraph: XmlElement, base: TextFormat): ParagraphContent {
    const content = { runs: new RunList(), boxes: [] as XmlElement[] };
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
        return this.children(chosen(element), place);
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
    } else if (!properties?.child('w:showingPlcHdr')) {
      const content = element.child('w:sdtContent');
      if (content) this.children(content, place);
    }
  }

  private simpleField(element: XmlElement, place: Place): void {
    const meaning = fieldMeaning(element.attr('w:instr') ?? '');
    if (meaning === 'nothing') return;
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
    if (style === null) return;
    for (const child of element.children)
      if (typeof child !== 'string') this.runPart(child, style, place, properties);
  }

  /** Style of a run; null for hidden text. */
  private styleOf(properties: XmlElement | null, { base, href }: Place): RunStyle | null {
    const named = this.styles.character(properties?.child('w:rStyle')?.attr('w:val') ?? null);
    const own = mergedText([properties]);
    if (own.hidden ?? named.hidden ?? base.hidden) return null;
    const field = this.fields.findLast(({ meaning, isShown }) => isShown && typeof meaning === 'object');
    // the look of the paragraph style is not emphasis: quotes are italic, captions bold
    return {
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
    if (element.name === 'w:fldChar') return this.fieldMark(element, runs);
    const field = this.fields.at(-1);
    if (field && !field.isShown) {
      if (element.name === 'w:instrText') field.instruction += element.text;
      return;
    }
    if (this.fields.some(({ meaning }) => meaning === 'nothing')) return;
    switch (element.name) {
      case 'w:t':
        return runs.text(element.text, style);
      case 'w:tab':
      case 'w:ptab':
        return runs.text('\t', style);
      case 'w:br':
        if (!/^(?:page|column)$/.test(element.attr('w:type') ?? '')) runs.add({ kind: 'break' });
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
        for (const child of chosen(element).elements) this.runPart(child, style, place, properties);
        return;
      case 'w:ruby':
        return this.children(element, place);
    }
  }

  private fieldMark(element: XmlElement, runs: RunList): void {
    const type = element.attr('w:fldCharType');
    if (this.fieldsBeyond > 0 || (type === 'begin' && this.fields.length >= MAX_FIELDS)) {
      if (type === 'begin') this.fieldsBeyond++;
      else if (type === 'end') this.fieldsBeyond--;
    } else if (type === 'begin') {
      this.fields.push({ instruction: '', meaning: 'text', isShown: false });
      const box = element.at('w:ffData', 'w:checkBox');
      if (box) runs.add({ kind: 'box', isChecked: isTicked(box) });
    } else if (type === 'separate') {
      const field = this.fields.at(-1);
      if (!field) return;
      field.isShown = true;
      field.meaning = fieldMeaning(field.instruction);
    } else if (type === 'end') {
      this.fields.pop();
    }
  }

  private noteMark(element: XmlElement, runs: RunList): void {
    const kind = element.name === 'w:footnoteReference' ? 'footnote' : 'endnote';
    const note = this.noteName(kind, element.attr('w:id') ?? '');
    if (note !== null) runs.add({ kind: 'note', note });
  }

  private drawing(element: XmlElement, { runs, boxes }: Place): void {
    const content = element.findAll('w:txbxContent');
    for (const box of content) boxes.push(box);
    if (content.length > 0) return;
    const name = element.find('wp:docPr') ?? element.find('v:shape');
    const description = name?.attr('descr') ?? name?.attr('title') ?? name?.attr('alt') ?? '';
    if (description.trim() !== '') runs.add({ kind: 'picture', description });
  }
}

interface Place {
  readonly runs: RunList;
  readonly boxes: XmlElement[];
  readonly base: TextFormat;
  readonly href: string | null;
}

/** First alternative that is not empty. */
export function chosen(alternatives: XmlElement): XmlElement {
  const [first, ...others] = alternatives.elements;
  return [first, ...others].find((one) => one && one.elements.length > 0) ?? first ?? alternatives;
}

function isTicked(box: XmlElement): boolean {
  return switchAt(box, 'w:checked') ?? switchAt(box, 'w:default') ?? false;
}
