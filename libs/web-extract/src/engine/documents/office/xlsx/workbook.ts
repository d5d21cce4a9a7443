import type { DocumentBudget } from '../../document-budget.js';
import type { XmlElement } from '../../xml/xml-element.js';
import type { OfficePackage } from '../ooxml/office-package.js';
import { BUILT_IN_FORMATS } from '../sheets/built-in-formats.js';
import { ValueFormatter } from '../sheets/format-value.js';

/** A sheet of the workbook, in the order of its tabs. */
export interface SheetEntry {
  readonly name: string;
  readonly part: string;
  /** It has no cells: a chart fills it. */
  readonly isChart: boolean;
}

/** What the sheets of a workbook share. */
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
  ) {
    const root = files.tree(main);
    const relations = files.relationsOf(main);
    this.sheets = (root?.child('x:sheets')?.all('x:sheet') ?? []).flatMap((sheet) => {
      const relation = relations.get(sheet.attr('r:id') ?? '');
      const isShown = !/hidden/i.test(sheet.attr('state') ?? '');
      const isSheet = relation && !relation.isExternal && /^(?:work|chart)sheet$/.test(relation.type);
      if (!isShown || !isSheet) return [];
      return [
        { name: sheet.attr('name') ?? '', part: relation.target, isChart: relation.type === 'chartsheet' },
      ];
    });
    this.formatter = new ValueFormatter(
      /^(?:1|true)$/.test(root?.child('x:workbookPr')?.attr('date1904') ?? ''),
    );
    this.formats = readFormats(files.tree(files.related(main, 'styles')));
    this.stringsPart = files.related(main, 'sharedStrings');
  }

  /** The number format of a cell by the number of its style. */
  format(style: string | null): string {
    return this.formats[Number(style ?? 0)] ?? 'General';
  }

  string(index: number): string {
    this.strings ??= this.readStrings();
    return this.strings[index] ?? '';
  }

  private readStrings(): string[] {
    const strings: string[] = [];
    if (this.stringsPart === null || !this.files.has(this.stringsPart)) return strings;
    this.files.visit(this.stringsPart, {
      open: (name) => (name === 'x:si' ? 'take' : 'enter'),
      take: (item) => {
        this.budget.spend('elements');
        strings.push(richText(item));
      },
    });
    return strings;
  }
}

/** Text of a string in pieces; readings beside characters are left out. */
export function richText(item: XmlElement): string {
  let text = '';
  for (const child of item.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'x:t') text += child.text;
    else if (child.name === 'x:r') text += child.child('x:t')?.text ?? '';
  }
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => escapedCharacter(code));
}

/** Control characters are written as their numbers. */
function escapedCharacter(code: string): string {
  const number = parseInt(code, 16);
  return number === 10 ? '\n' : number < 32 ? '' : String.fromCharCode(number);
}

function readFormats(root: XmlElement | null): string[] {
  const own = new Map<number, string>();
  for (const format of root?.child('x:numFmts')?.all('x:numFmt') ?? [])
    own.set(Number(format.attr('numFmtId')), format.attr('formatCode') ?? 'General');
  const styles = root?.child('x:cellXfs')?.all('x:xf') ?? [];
  return styles.map((style) => {
    const id = Number(style.attr('numFmtId') ?? 0);
    return own.get(id) ?? BUILT_IN_FORMATS[id] ?? 'General';
  });
}
