import type { ActionResults, Page } from '../../model/page/page.js';
import { presentWarnings } from '../pages/page-warnings.presenter.js';
import { presentMetadata, type WireMetadata } from '../pages/page-metadata.presenter.js';
import type { PageOptionsV0 } from './dto/reading-fields.v0.js';

/** A page in the format of v0. */
export interface PageReplyV0 {
  readonly content: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly linksOnPage?: readonly string[];
  readonly provider: string;
  readonly actions?: ActionResults;
  readonly llm_extraction?: unknown;
  readonly warning?: string;
  readonly metadata: WireMetadata;
}

export function presentPage(page: Page, options: PageOptionsV0 = {}): PageReplyV0 {
  const { html, rawHtml, links, statusCode, statusText, screenshot, actions } = page;
  const content = page.markdown ?? '';
  return {
    content,
    ...(options.includeMarkdown === false ? {} : { markdown: content }),
    ...(html === null ? {} : { html }),
    ...(rawHtml === null ? {} : { rawHtml }),
    ...(links === null ? {} : { linksOnPage: links }),
    provider: page.fetchedBy,
    ...(actions === null ? {} : { actions }),
    ...(page.extraction === null ? {} : { llm_extraction: page.extraction.data }),
    ...(page.warnings.length === 0 ? {} : { warning: presentWarnings(page).join('. ') }),
    metadata: {
      ...presentMetadata(page),
      ...(screenshot === null ? {} : { screenshot }),
      pageStatusCode: statusCode,
      ...(statusText === null ? {} : { pageError: statusText }),
    },
  };
}
