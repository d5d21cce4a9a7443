import type { FormatReplies } from '../../../model/formats/page-formats.js';
import { offeredFields } from '../../../model/formats/select-formats.js';
import type { ActionResults, Page } from '../../../model/page/page.js';
import { presentChange, type ChangeTrackingReply } from '../../pages/page-tracking.js';
import {
  presentCacheState,
  presentMetadata,
  type WireMetadata,
} from '../../pages/page-metadata.presenter.js';
import { presentWarnings } from '../../pages/page-warnings.presenter.js';
import { presentQuality, type QualityReply } from '../../pages/page-quality.presenter.js';

/** A page in the format of v1. Fields of formats that were not requested are absent. */
export interface PageReplyV1 extends FormatReplies<'v1'> {
  readonly screenshot?: string;
  readonly actions?: ActionResults;
  readonly summary?: string;
  readonly content?: string;
  readonly llm_extraction?: unknown;
  readonly extract?: unknown;
  readonly json?: unknown;
  readonly changeTracking?: ChangeTrackingReply;
  readonly quality?: QualityReply;
  readonly warning?: string;
  readonly metadata: WireMetadata;
}

/** Extraction fields to return, by requested format. */
export interface ExtractionFields {
  /** Requested formats. */
  readonly extract: boolean;
  readonly json: boolean;
  /** True if markdown was requested and not only read for the extraction. */
  readonly markdown: boolean;
}

const NO_EXTRACTION: ExtractionFields = { extract: false, json: false, markdown: true };

export function presentPage(
  page: Page,
  warnings: readonly string[] = [],
  fields: ExtractionFields = NO_EXTRACTION,
  scrapeId?: string,
): PageReplyV1 {
  const { screenshot, actions, statusCode, statusText } = page;
  const markdown = fields.markdown ? page.markdown : null;
  const warning = [...warnings, ...presentWarnings(page)].join('. ');
  return {
    ...offeredFields({ ...page, markdown }, 'v1'),
    ...(screenshot === null ? {} : { screenshot }),
    ...(actions === null ? {} : { actions }),
    ...(page.summary === undefined ? {} : { summary: page.summary }),
    ...presentExtraction(page, fields),
    ...presentChange(page.change),
    ...presentQuality(page),
    ...(warning === '' ? {} : { warning }),
    metadata: {
      ...presentMetadata(page),
      ...presentCacheState(page),
      statusCode,
      ...(statusText === null ? {} : { error: statusText }),
      ...(scrapeId === undefined ? {} : { scrapeId }),
    },
  };
}

/** Returns the data under each field name that clients use. */
function presentExtraction(
  { extraction, markdown }: Page,
  { extract, json }: ExtractionFields,
): Partial<PageReplyV1> {
  if (!extract && !json) return {};
  const content = markdown === null ? {} : { content: markdown };
  if (extraction === null) return content;
  const { data } = extraction;
  return {
    ...content,
    ...(extract ? { llm_extraction: data, extract: data } : {}),
    ...(json ? { json: data } : {}),
  };
}
