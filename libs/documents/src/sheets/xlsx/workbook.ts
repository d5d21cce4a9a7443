import type { DocumentBudget } from '../../document-budget.js';
import type { XmlVerdict, XmlVisitor } from '../../containers/xml/read-xml.js';
import type { XmlElement } from '../../containers/xml/xml-element.js';
import type { OfficePackage } from '../../containers/ooxml/office-package.js';
import type { HiddenParts } from '../hidden-parts.js';
import { BUILT_IN_FORMATS } from '../built-in-formats.js';
import { ValueFormatter } from '../format-value.js';

const ENTERED_STYLES: ReadonlySet<string> = new Set(['x:styleSheet', 'x:numFmts', 'x:cellXfs']);

/** A sheet of the workbook, in tab order. */
interface SheetEntry {
  readonly name: string;
  readonly part: string;
  /** True for a chart sheet, which has no cells. */
  readonly isChart: boolean;
}

/** Data shared by the sheets of a workbook. */
export class Workbook {
  readonly sheets: readonly SheetEntry[];
  readonly formatter: ValueFormatter;
  private readonly formats: readonly string[];
  private strings: readonly string[] | null = null;
  private readonly stringsPart: string | null;

  constructor(
    private readonly files: OfficePackage,
    main: string,
    private readonly budget: DocumentBudget,
    { hidden, parts }: { readonly hidden: boolean; readonly parts: HiddenParts },
  ) {
    const root = files.tree(main);
    const relations = files.relationsOf(main);
    this.sheets = (root?.child('x:sheets')?.all('x:sheet') ?? []).flatMap((sheet) => {
      const relation = relations.get(sheet.attr('r:id') ?? '');
      const isShown = hidden || !/hidden/i.test(sheet.attr('state') ?? '');
      const isSheet = relation && !relation.isExternal && /^(?:work|chart)sheet$/.test(relation.type);
      if (isSheet && !isShown) parts.addSheet(sheet.attr('name') ?? '');
      if (!isShown || !isSheet) return [];
      return [
        { name: sheet.attr('name') ?? '', part: relation.target, isChart: relation.type === 'chartsheet' },
      ];
    });
    this.formatter = new ValueFormatter(
      /^(?:1|true)$/.test(root?.child('x:workbookPr')?.attr('date1904') ?? ''),
    );
    this.formats = readFormats(files, files.related(main, 'styles'));
    this.stringsPart = files.related(main, 'sharedStrings');
  }

  /** Number format of a cell style. */
  format(style: string | undefined): string {
    return this.formats[Number(style ?? 0)] ?? 'General';
  }

  string(index: number): string {
    this.strings ??= this.readStrings();
    return this.strings[index] ?? '';
  }

  private readStrings(): string[] {
    if (this.stringsPart === null || !this.files.has(this.stringsPart)) return [];
    const strings: string[] = [];
    this.files.visit(this.stringsPart, new StringsVisitor(strings, this.budget));
    return strings;
  }
}

/** Collects the shared strings without phonetic readings. */
class StringsVisitor implements XmlVisitor {
  private readsText = false;
  private string = '';

  constructor(
    private readonly strings: string[],
    private readonly budget: DocumentBudget,
  ) {}

  open(name: string): XmlVerdict {
    if (name === 'x:rPh' || name === 'x:rPr') return 'skip';
    if (name === 'x:si') this.string = '';
    this.readsText = name === 'x:t';
    return 'enter';
  }

  take(): void {}

  text(text: string): void {
    if (this.readsText) this.string += text;
  }

  close(name: string): void {
    this.readsText = false;
    if (name !== 'x:si') return;
    this.budget.spend('elements');
    const string = withoutEscapes(this.string);
    this.strings.push(string.trim() === '' ? '' : string);
  }
}

/** Concatenates the rich text runs of a string without phonetic readings. */
export function richText(item: XmlElement): string {
  let text = '';
  for (const child of item.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'x:t') text += child.text;
    else if (child.name === 'x:r') text += child.child('x:t')?.text ?? '';
  }
  return withoutEscapes(text);
}

/** Text with its escaped characters: `_x000D_` is a carriage return. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => escapedCharacter(code));
}

/** Decodes control characters, which are escaped as numbers. */
function escapedCharacter(code: string): string {
  const number = parseInt(code, 16);
  return number === 10 ? '\n' : number < 32 ? '' : String.fromCharCode(number);
}

/** Number formats by style index. */
function readFormats(files: OfficePackage, part: string | null): string[] {
  const own = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  files.visitOptional(part, {
    open: (name, attribs) => {
      if (name === 'x:numFmt') own.set(Number(attribs['numFmtId']), attribs['formatCode'] ?? 'General');
      if (name === 'x:xf' && isOfCells) ids.push(Number(attribs['numFmtId'] ?? 0));
      isOfCells ||= name === 'x:cellXfs';
      return ENTERED_STYLES.has(name) ? 'enter' : 'skip';
    },
    take: () => {},
    close: (name) => {
      if (name === 'x:cellXfs') isOfCells = false;
    },
  });
  return ids.map((id) => own.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General');
}
