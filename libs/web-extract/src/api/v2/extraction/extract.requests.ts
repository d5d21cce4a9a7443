import { extractNames, toExtractRequest, type ParsedExtractBody } from '../../jobs/parse-extract-body.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { prefixPath } from '../../errors/body-paths.js';
import { defined } from '../../defined.js';
import { oneSession } from '../pages/one-session.js';
import type { ExtractBodyV2 } from '../dto/extract-body.v2.js';
import { parsePageOptions, BODY_PATHS } from '../pages/scrape.requests.js';

/** @throws InvalidRequestError if there is nothing to extract, or fields contradict each other; NotSupportedError */
export function parseExtractBody(body: ExtractBodyV2): ParsedExtractBody {
  const { formats: _, ...given } = body.scrapeOptions ?? {};
  const scrapeOptions = { ...given, ...defined({ session: oneSession(body) }) };
  const { page, warnings } = prefixPath('scrapeOptions', () => parsePageOptions(scrapeOptions));
  return {
    request: {
      ...toExtractRequest(body, page, { ignoreInvalidUrls: body.ignoreInvalidURLs ?? true, version: 'v2' }),
      ...zeroRetention(body.zeroDataRetention || scrapeOptions.zeroDataRetention),
    },
    warnings: warnings.map((warning) => `scrapeOptions: ${warning}`),
    names: extractNames(BODY_PATHS, body.webhook),
  };
}
