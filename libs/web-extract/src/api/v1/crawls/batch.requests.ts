import type { BatchRequest } from '../../../model/crawl/batch.js';
import { defined } from '../../defined.js';
import { zeroRetention } from '../../jobs/zero-retention.js';
import { toWebhook } from '../../jobs/webhook.js';
import type { BatchBodyV1 } from '../dto/batch-body.v1.js';
import { fieldsOf } from '../extraction/extraction.requests.js';
import { toPageOptions, warningsOf, wireNamesOf } from '../pages/scrape.requests.js';
import type { BodyPaths } from '../../errors/body-paths.js';

/** A batch body as the services understand it, with what could not be carried over. */
interface ParsedBatchBody {
  readonly request: BatchRequest;
  readonly warnings: readonly string[];
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** @throws InvalidRequestError where fields contradict each other */
export function parseBatchBody(body: BatchBodyV1): ParsedBatchBody {
  const { urls, ignoreInvalidURLs = false, maxConcurrency, webhook } = body;
  const { extraction, ...page } = toPageOptions(body);
  return {
    request: {
      urls,
      ignoreInvalidUrls: ignoreInvalidURLs,
      // in a job a failed extraction is a warning of its page, never the end of it
      page: extraction ? { ...page, extraction: { ...extraction, onFailure: 'warn' } } : page,
      presentation: { ...fieldsOf(body) },
      ...zeroRetention(body.zeroDataRetention),
      ...defined({ skipErrorPages: body.skipErrorPages, keepResponses: body.storeResponses }),
      ...defined({ maxConcurrency, webhook: webhook === undefined ? undefined : toWebhook(webhook, 'v1') }),
    },
    warnings: warningsOf(body),
    names: { ...wireNamesOf(body), 'webhook.url': typeof webhook === 'string' ? 'webhook' : 'webhook.url' },
  };
}
