import type { Page, PageFormat } from 'nestjs-web-extract';

/** Writers of the formats that are written without JSON if no other format is requested. */
const WRITERS: Partial<Record<PageFormat, (page: Page) => string | null | undefined>> = {
  markdown: ({ markdown }) => markdown,
  html: ({ html }) => html,
  rawHtml: ({ rawHtml }) => rawHtml,
  summary: ({ summary }) => summary ?? '',
  links: ({ links }) => links?.join('\n'),
  images: ({ images }) => images?.join('\n'),
  extraction: ({ extraction }) => (extraction ? JSON.stringify(extraction.data, null, 2) : ''),
};

/** True if a page with these formats is written as JSON. */
export function isWrittenAsJson(formats: readonly PageFormat[], isJson: boolean): boolean {
  const [format, further] = formats;
  return isJson || further !== undefined || format === undefined || WRITERS[format] === undefined;
}

/** The requested format as text, or JSON of all known facts. Ends with a line break unless it is empty. */
export function presentPage(page: Page, formats: readonly PageFormat[], isJson: boolean): string {
  const write = isWrittenAsJson(formats, isJson) ? undefined : WRITERS[formats[0]!];
  const text = write ? (write(page) ?? '') : toJson(page, 2);
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
