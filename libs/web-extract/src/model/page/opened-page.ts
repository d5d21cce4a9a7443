import type { PageFormat } from '../formats/page-formats.js';
import type { PageRequest } from './page-request.js';

/** A page that the host has open in a browser of its own: a `Page` of Playwright or Puppeteer, or an object like it. */
export interface OpenedPage {
  /** Address of the page. */
  url(): string;
  /** Its document as HTML, as it is now. */
  content(): Promise<string>;
}

/** Formats that need no request and no further browser. */
export type OpenedPageFormat = Exclude<PageFormat, 'screenshot' | 'screenshot@fullPage'>;

/** Options for converting a page that is open. Every field is optional. */
export interface OpenedPageOptions<
  Formats extends readonly OpenedPageFormat[] = readonly OpenedPageFormat[],
> extends Pick<
  PageRequest,
  | 'onlyMainContent'
  | 'includeSelectors'
  | 'excludeSelectors'
  | 'removeBase64Images'
  | 'markdownOptions'
  | 'maxChunkTokens'
  | 'timeoutMs'
  | 'extraction'
  | 'attributes'
  | 'highlightsFor'
  | 'question'
  | 'onModelFailure'
  | 'track'
  | 'owner'
> {
  /** @default ['markdown'] */
  readonly formats?: Formats;
}
