import type { BatchRequest } from '../../../model/crawl/batch.js';
import { defined } from '../../defined.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { toWebhook } from '../../jobs/webhook.js';
import type { BodyPaths } from '../../errors/body-paths.js';
import type { BatchBodyV2 } from '../dto/batch-body.v2.js';
import { unsupportedOptions } from '../pages/parsers.js';
import { parsePageOptions, BODY_PATHS } from '../pages/scrape.requests.js';

/** A batch body as the services understand it, with what could not be carried over. */
interface ParsedBatchBody {
  readonly request: BatchRequest;
  readonly warnings: readonly string[];
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** @throws as `parsePageOptions` does */
export function parseBatchBody(body: BatchBodyV2): ParsedBatchBody {
  const { urls, ignoreInvalidURLs = true, maxConcurrency, webhook } = body;
  const { page: wanted, fields, warnings } = parsePageOptions(body);
  const { extraction, ...page } = wanted;
  return {
    request: {
      urls,
      ignoreInvalidUrls: ignoreInvalidURLs,
      // in a job a failed extraction is a warning of its page, never the end of it
      page: extraction ? { ...page, extraction: { ...extraction, onFailure: 'warn' } } : page,
      presentation: { json: fields.json, markdown: fields.markdown, ...unsupportedOptions(body.parsers) },
      ...zeroRetention(body.zeroDataRetention),
      ...defined({ skipErrorPages: body.skipErrorPages, keepResponses: body.storeResponses }),
      ...defined({
        maxConcurrency,
        cookies: body.cookies,
        webhook: webhook === undefined ? undefined : toWebhook(webhook, 'v2'),
      }),
    },
    warnings,
    names: { ...BODY_PATHS, 'webhook.url': typeof webhook === 'string' ? 'webhook' : 'webhook.url' },
  };
}
