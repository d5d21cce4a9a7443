import type { Page, PageFormat } from 'nestjs-web-extract';

/** How a page is written where one format is all that was asked for. */
const WRITERS: Partial<Record<PageFormat, (page: Page) => string | null | undefined>> = {
  markdown: ({ markdown }) => markdown,
  html: ({ html }) => html,
  rawHtml: ({ rawHtml }) => rawHtml,
  summary: ({ summary }) => summary ?? '',
  links: ({ links }) => links?.join('\n'),
  images: ({ images }) => images?.join('\n'),
  extraction: ({ extraction }) => JSON.stringify(extraction?.data ?? null, null, 2),
};

/** A page as text: the format that was asked for, or JSON of all there is. Ends with a line break unless it is empty. */
export function presentPage(page: Page, formats: readonly PageFormat[], isJson: boolean): string {
  const [format, further] = formats;
  const write = isJson || further !== undefined || format === undefined ? undefined : WRITERS[format];
  const text = write ? (write(page) ?? '') : JSON.stringify(page, null, 2);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
