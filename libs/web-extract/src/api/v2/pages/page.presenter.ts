import type { ExtractorUse } from '../../../model/extractor/extractor-use.js';
import type { FormatReplies } from '../../../model/formats/page-formats.js';
import { offeredFields } from '../../../model/formats/select-formats.js';
import { defined } from '../../defined.js';
import type { DocumentPage } from '../../../model/page/document.js';
import type { ActionResults, Page } from '../../../model/page/page.js';
import { creditsOf } from '../../../services/credits-of.js';
import { presentChange, type ChangeTrackingReply } from '../../pages/page-tracking.js';
import {
  presentCacheState,
  presentMetadata,
  type WireMetadata,
} from '../../pages/page-metadata.presenter.js';
import { presentWarnings } from '../../pages/page-warnings.presenter.js';
import { presentQuality, type QualityReply } from '../../pages/page-quality.presenter.js';
import type { AnswerFields } from './scrape.requests.js';

/** A page in the format of v2. Fields of formats that were not requested are absent. */
export interface PageReplyV2 extends FormatReplies<'v2'> {
  /** The pages of a PDF, with `parsers: [{type: "pdf", pages: true}]`. */
  readonly pages?: readonly DocumentPage[];
  readonly summary?: string;
  readonly answer?: string;
  readonly screenshot?: string;
  readonly actions?: ActionResults;
  readonly json?: unknown;
  /** How `json` was read, if it was read with an extractor. */
  readonly extractor?: ExtractorUse;
  readonly changeTracking?: ChangeTrackingReply;
  readonly quality?: QualityReply;
  readonly warning?: string;
  readonly metadata: WireMetadata;
}

/** Response data in addition to the page. */
interface PagePresentation {
  readonly fields: AnswerFields;
  readonly scrapeId: string;
  readonly warnings?: readonly string[];
  /** Pages of a document that were read at most. */
  readonly maxPages?: number | undefined;
}

const UNKNOWN_TYPE = 'application/octet-stream';

export function presentPage(
  page: Page,
  { fields, scrapeId, warnings = [], maxPages }: PagePresentation,
): PageReplyV2 {
  const { screenshot, actions, extraction, summary, answer, documentPages: pages } = page;
  const markdown = fields.markdown ? page.markdown : null;
  const warning = [...warnings, ...presentWarnings(page)].join('. ');
  return {
    ...offeredFields({ ...page, markdown }, 'v2'),
    ...defined({ summary, answer, pages }),
    ...(screenshot === null ? {} : { screenshot }),
    ...(actions === null ? {} : { actions }),
    ...(fields.json && extraction !== null ? { json: extraction.data } : {}),
    ...(fields.json && extraction?.extractor ? { extractor: extraction.extractor } : {}),
    ...presentChange(page.change),
    ...presentQuality(page),
    ...(warning === '' ? {} : { warning }),
    metadata: {
      ...presentMetadata(page),
      ...presentVisit(page, maxPages),
      scrapeId,
    },
  };
}

/** Metadata about the visit. */
function presentVisit(page: Page, maxPages: number | undefined): WireMetadata {
  const { statusCode, statusText, contentType } = page;
  return {
    statusCode,
    ...(statusCode >= 400 ? { error: statusText || `HTTP ${statusCode}` } : {}),
    contentType: contentType ?? UNKNOWN_TYPE,
    proxyUsed: 'basic',
    cacheState: 'miss',
    ...presentCacheState(page),
    ...(page.session === undefined ? {} : { session: page.session }),
    creditsUsed: creditsOf(page, maxPages),
    ...(page.documentPages ? { totalPages: page.metadata.numPages ?? page.documentPages.length } : {}),
  };
}
