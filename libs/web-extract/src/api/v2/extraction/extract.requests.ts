import { extractNames, toExtractRequest, type ExtractOrder } from '../../jobs/extract-order.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { below } from '../../errors/wire-names.js';
import type { ExtractBodyV2 } from '../dto/extract-body.v2.js';
import { toPageWish, WIRE_NAMES } from '../pages/scrape.requests.js';

/** @throws InvalidRequestError if there is nothing to extract, or fields contradict each other; NotSupportedError */
export function toExtractOrder(body: ExtractBodyV2): ExtractOrder {
  const { formats: _, ...scrapeOptions } = body.scrapeOptions ?? {};
  const { page, warnings } = below('scrapeOptions', () => toPageWish(scrapeOptions));
  return {
    request: {
      ...toExtractRequest(body, page, { ignoreInvalidUrls: body.ignoreInvalidURLs ?? true, version: 'v2' }),
      ...zeroRetention(body.zeroDataRetention || scrapeOptions.zeroDataRetention),
    },
    warnings: warnings.map((warning) => `scrapeOptions: ${warning}`),
    names: extractNames(WIRE_NAMES, body.webhook),
  };
}
