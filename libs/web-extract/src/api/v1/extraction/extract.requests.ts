import { extractNames, toExtractRequest, type ExtractOrder } from '../../jobs/extract-order.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { below } from '../../errors/wire-names.js';
import type { ExtractBodyV1 } from '../dto/extract-body.v1.js';
import { toPageOptions, warningsOf, wireNamesOf } from '../pages/scrape.requests.js';

/** @throws InvalidRequestError if there is nothing to extract, or fields contradict each other */
export function toExtractOrder(body: ExtractBodyV1): ExtractOrder {
  const { formats: _, ...scrapeOptions } = body.scrapeOptions ?? {};
  const page = below('scrapeOptions', () => toPageOptions(scrapeOptions));
  return {
    request: {
      ...toExtractRequest(body, page, { ignoreInvalidUrls: body.ignoreInvalidURLs ?? false, version: 'v1' }),
      ...zeroRetention(body.zeroDataRetention),
    },
    warnings: warningsOf(scrapeOptions).map((warning) => `scrapeOptions: ${warning}`),
    names: extractNames(wireNamesOf(scrapeOptions), body.webhook),
  };
}
