import { pageFormats, type Page, type PageFormat } from 'nestjs-web-extract';

type Writer = (page: Page) => string;

/** Writers of the formats that are written without JSON if no other format is requested. */
const WRITERS: ReadonlyMap<PageFormat, Writer> = new Map<PageFormat, Writer>([
  ...Object.entries(pageFormats).flatMap(([name, { field, shape }]): [PageFormat, Writer][] => {
    const valueOf = (page: Page) => page[field as keyof Page];
    if (shape === 'text') return [[name as PageFormat, (page) => String(valueOf(page) ?? '')]];
    if (shape !== 'lines') return [];
    return [[name as PageFormat, (page) => ((valueOf(page) ?? []) as readonly string[]).join('\n')]];
  }),
  ['extraction', ({ extraction }) => (extraction ? JSON.stringify(extraction.data, null, 2) : '')],
]);

/** True if a page with these formats is written as JSON. */
export function isWrittenAsJson(formats: readonly PageFormat[], isJson: boolean): boolean {
  const [format, further] = formats;
  return isJson || further !== undefined || format === undefined || !WRITERS.has(format);
}

/** The requested format as text, or JSON of all known facts. Ends with a line break unless it is empty. */
export function presentPage(page: Page, formats: readonly PageFormat[], isJson: boolean): string {
  const write = isWrittenAsJson(formats, isJson) ? undefined : WRITERS.get(formats[0]!);
  const text = write ? write(page) : toJson(page, 2);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** Values that a page or a model stated: a null is data there. */
const DATA: ReadonlySet<string> = new Set(['data', 'value']);

/** JSON without properties that are null. */
export function toJson(value: unknown, indent?: number): string {
  return JSON.stringify(withoutNulls(value), null, indent);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([name, one]) => [name, DATA.has(name) ? one : withoutNulls(one)]),
  );
}
