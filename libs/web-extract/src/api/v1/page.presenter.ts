import type { Page } from '../../model/page.js';
import { presentMetadata, type WireMetadata } from '../page-metadata.presenter.js';

/** One page as v1 writes it. A format that was not asked for is absent. */
export interface PageReplyV1 {
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly links?: readonly string[];
  readonly screenshot?: string;
  readonly warning?: string;
  readonly metadata: WireMetadata;
}

export function presentPage(page: Page, warnings: readonly string[] = []): PageReplyV1 {
  const { markdown, html, rawHtml, links, screenshot, statusCode, statusText } = page;
  const warning = [...warnings, ...page.warnings].join('. ');
  return {
    ...(markdown === null ? {} : { markdown }),
    ...(html === null ? {} : { html }),
    ...(rawHtml === null ? {} : { rawHtml }),
    ...(links === null ? {} : { links }),
    ...(screenshot === null ? {} : { screenshot }),
    ...(warning === '' ? {} : { warning }),
    metadata: { ...presentMetadata(page), statusCode, ...(statusText === null ? {} : { error: statusText }) },
  };
}
