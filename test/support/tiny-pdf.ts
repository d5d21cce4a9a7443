import { deflateSync } from 'node:zlib';

/** Text on a page, measured in points from the upper left corner. */
export interface TinyText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly font?: 'regular' | 'bold' | 'italic' | 'code';
}

export interface TinyPage {
  readonly texts?: readonly TinyText[];
  /** Thin boxes: left, top, width and height. */
  readonly boxes?: readonly (readonly [number, number, number, number])[];
  readonly links?: readonly {
    readonly href: string;
    readonly box: readonly [number, number, number, number];
  }[];
  /** Degrees, as /Rotate states them. */
  readonly rotate?: number;
  /** Operators that come before everything else. */
  readonly operators?: string;
  readonly isCompressed?: boolean;
  /** Further fonts by their name in `operators`: dictionaries as they are written. */
  readonly fonts?: Readonly<Record<string, string>>;
  /** Further annotations: dictionaries as they are written. */
  readonly annotations?: readonly string[];
  /** Content that `operators` show by its name, with `/name Do`, or paint with, with `/Pattern cs /name scn`. */
  readonly forms?: Readonly<Record<string, TinyForm>>;
}

export interface TinyForm {
  readonly matrix: readonly [number, number, number, number, number, number];
  readonly texts?: readonly TinyText[];
  readonly operators?: string;
}

export interface TinyPdfOptions {
  readonly info?: Readonly<Record<string, string>>;
  /** What /Count claims; by default the truth. */
  readonly count?: number;
  /** Further entries of the catalog, as they are written. */
  readonly catalog?: string;
  /** The dictionary that states how the file is encrypted. */
  readonly encryption?: string;
}

const WIDTH = 612;
const HEIGHT = 792;
const FONTS = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  italic: 'Helvetica-Oblique',
  code: 'Courier',
} as const;

/** Writes small PDF files, so that tests state what is on a page. */
export function tinyPdf(
  pages: readonly TinyPage[],
  { info = {}, count = pages.length, catalog = '', encryption }: TinyPdfOptions = {},
): Uint8Array {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const first = 3 + Object.keys(FONTS).length;
  const kids: number[] = [];
  const later: string[] = [];
  for (const page of pages) {
    const number = first + later.length;
    kids.push(number);
    const links = page.links ?? [];
    const forms = Object.values(page.forms ?? {});
    later.push(
      pageObject(page, number),
      contentObject(page),
      ...links.map(linkObject),
      ...forms.map((form) => formObject(form, resourcesOf(page, number))),
    );
  }
  add(`<</Type/Catalog/Pages 2 0 R${catalog}>>`);
  add(`<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${count}>>`);
  for (const name of Object.values(FONTS))
    add(`<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`);
  later.forEach(add);
  const stated = Object.entries(info).map(([key, value]) => `/${key}(${escape(value)})`);
  add(`<<${stated.join('')}>>`);
  return assemble(objects, encryption);
}

/** The page, whose content, links and forms follow it. */
function pageObject(page: TinyPage, number: number): string {
  const { rotate = 0, links = [], annotations: stated = [] } = page;
  const all = [...links.map((_, i) => `${number + 2 + i} 0 R`), ...stated];
  const annotations = all.length > 0 ? `/Annots[${all.join(' ')}]` : '';
  return (
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Rotate ${rotate}/Contents ${number + 1} 0 R` +
    `/Resources${resourcesOf(page, number)}${annotations}>>`
  );
}

function resourcesOf({ fonts: further = {}, links = [], forms = {} }: TinyPage, number: number): string {
  const fonts = Object.keys(FONTS).map((name, i) => `/${name} ${3 + i} 0 R`);
  for (const [name, dictionary] of Object.entries(further)) fonts.push(`/${name} ${dictionary}`);
  const own = Object.keys(forms).map((name, i) => `/${name} ${number + 2 + links.length + i} 0 R`);
  return `<</Font<<${fonts.join('')}>>/XObject<<${own.join('')}>>/Pattern<<${own.join('')}>>>>`;
}

function formObject({ matrix, ...content }: TinyForm, resources: string): string {
  const box = `/BBox[0 0 ${WIDTH} ${HEIGHT}]`;
  return stream(
    contentOf(content),
    `/Subtype/Form/PatternType 1/PaintType 1/TilingType 1/XStep 9/YStep 9${box}/Matrix[${matrix.join(' ')}]/Resources${resources}`,
  );
}

function contentOf({ texts = [], boxes = [], operators = '' }: TinyPage): string {
  const drawn = boxes.map(([x, y, width, height]) => `${x} ${HEIGHT - y - height} ${width} ${height} re f`);
  const shown = texts.map(
    ({ text, x, y, size = 10, font = 'regular' }) =>
      `BT /${font} ${size} Tf ${x} ${HEIGHT - y} Td (${escape(text)}) Tj ET`,
  );
  return [operators, ...drawn, ...shown].join('\n');
}

function contentObject(page: TinyPage): string {
  const content = contentOf(page);
  return page.isCompressed
    ? stream(deflateSync(content).toString('latin1'), '/Filter/FlateDecode')
    : stream(content);
}

function linkObject({
  href,
  box: [x, y, width, height],
}: {
  href: string;
  box: readonly [number, number, number, number];
}): string {
  const rect = [x, HEIGHT - y - height, x + width, HEIGHT - y].join(' ');
  return `<</Type/Annot/Subtype/Link/Rect[${rect}]/A<</S/URI/URI(${escape(href)})>>>>`;
}

function stream(data: string, entries = ''): string {
  return `<</Length ${data.length}${entries}>>\nstream\n${data}\nendstream`;
}

function escape(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}

function assemble(objects: readonly string[], encryption?: string): Uint8Array {
  let file = '%PDF-1.5\n';
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const encrypt =
    encryption === undefined ? '' : `/Encrypt ${encryption}/ID[(0123456789abcdef)(0123456789abcdef)]`;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R/Info ${objects.length} 0 R${encrypt}>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Lines of a paragraph, one below the other. */
export function tinyLines(
  lines: readonly string[],
  x: number,
  y: number,
  more: Partial<TinyText> = {},
): TinyText[] {
  const pitch = 1.2 * (more.size ?? 10);
  return lines.map((text, i) => ({ ...more, text, x, y: y + i * pitch }));
}
