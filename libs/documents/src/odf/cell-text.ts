import type { XmlElement } from '../containers/xml/xml-element.js';
import { generalText } from '../sheets/general-text.js';
import type { SheetCell } from '../sheets/sheet-grid.js';

/** Displayed text of a spreadsheet cell; null for an empty cell. */
export function cellText(cell: XmlElement): SheetCell | null {
  const paragraphs = cell.all('text:p');
  const text = paragraphs.map(lineText).join('\n') || storedValue(cell);
  if (text.trim() === '') return null;
  const href = paragraphs[0]?.find('text:a')?.attr('xlink:href') ?? null;
  return { text, href: href && /^(?:https?|mailto|ftp):/i.test(href) ? href : null };
}

function lineText(element: XmlElement): string {
  let text = '';
  for (const child of element.children) {
    if (typeof child === 'string') text += child.replace(/[ \t\r\n]+/g, ' ');
    else if (child.name === 'text:s') text += ' ';
    else if (child.name === 'text:tab') text += '\t';
    else if (child.name === 'text:line-break') text += '\n';
    else if (!/^(?:office|draw|svg):|^text:ruby-text$/.test(child.name)) text += lineText(child);
  }
  return text;
}

/** Formats the stored value of a cell without displayed text; without a value, its formula. */
export function storedValue(cell: XmlElement): string {
  const number = Number(cell.attr('office:value') ?? NaN);
  switch (cell.attr('office:value-type')) {
    case 'float':
    case 'currency':
      return Number.isNaN(number) ? '' : generalText(number);
    case 'percentage':
      return Number.isNaN(number) ? '' : `${generalText(number * 100)}%`;
    case 'boolean':
      return (cell.attr('office:boolean-value') ?? '').toUpperCase();
    case 'date':
      return (cell.attr('office:date-value') ?? '').replace('T', ' ');
    case 'time':
      return clockTime(cell.attr('office:time-value') ?? '');
    case 'string':
      return cell.attr('office:string-value') ?? '';
    default:
      return cell.attr('office:string-value') ?? formulaText(cell.attr('table:formula') ?? '');
  }
}

/** `of:=SUM([.B2:.B3])` as `=SUM(B2:B3)`. */
function formulaText(formula: string): string {
  const text = formula
    .replace(/^[a-z]+:(?==)/i, '')
    .replace(/\[([^[\]]*)\]/g, (_, place: string) => place.replace(/(^|:)\./g, '$1'));
  return text === '' || text.startsWith('=') ? text : `=${text}`;
}

/** `PT12H30M00S` as `12:30:00`, `P1DT2H` as `26:00:00`. */
function clockTime(duration: string): string {
  const parts = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?)?$/.exec(duration);
  if (!parts) return duration;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = parts;
  const clock = [String(Number(days) * 24 + Number(hours)), minutes, seconds];
  return sign + clock.map((part) => part.padStart(2, '0')).join(':');
}
