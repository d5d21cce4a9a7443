import { extractNames, toExtractRequest, type ParsedExtractBody } from '../../jobs/parse-extract-body.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { prefixPath } from '../../errors/body-paths.js';
import type { ExtractBodyV1 } from '../dto/extract-body.v1.js';
import { toPageOptions, warningsOf, wireNamesOf } from '../pages/scrape.requests.js';

/** @throws InvalidRequestError if there is nothing to extract, or fields contradict each other */
export function parseExtractBody(body: ExtractBodyV1): ParsedExtractBody {
  const { formats: _, ...scrapeOptions } = body.scrapeOptions ?? {};
  const page = prefixPath('scrapeOptions', () => toPageOptions(scrapeOptions));
  return {
    request: {
      ...toExtractRequest(body, page, { ignoreInvalidUrls: body.ignoreInvalidURLs ?? false, version: 'v1' }),
      ...zeroRetention(body.zeroDataRetention),
    },
    warnings: warningsOf(scrapeOptions).map((warning) => `scrapeOptions: ${warning}`),
    names: extractNames(wireNamesOf(scrapeOptions), body.webhook),
  };
}
