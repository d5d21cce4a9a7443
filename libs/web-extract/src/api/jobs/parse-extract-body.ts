import type { ExtractJobRequest } from '../../model/extraction/extract-job.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { defined } from '../defined.js';
import type { ExtractJobFields } from '../fields/extract-job.fields.js';
import { refusal } from '../pages/page-options.js';
import { toWebhook, type WebhookBody } from './webhook.js';
import type { BodyPaths } from '../errors/body-paths.js';

/** An extract body as the services understand it, with what could not be carried over. */
export interface ParsedExtractBody {
  readonly request: ExtractJobRequest;
  readonly warnings: readonly string[];
  /** Body fields of the request. */
  readonly names: BodyPaths;
}

/** Converts the fields shared by v1 and v2. @throws InvalidRequestError if there is nothing to extract */
export function toExtractRequest(
  { urls, prompt, schema, systemPrompt, webhook, ...fields }: ExtractJobFields & { webhook?: WebhookBody },
  page: Omit<PageRequest, 'url'>,
  { ignoreInvalidUrls, version }: { readonly ignoreInvalidUrls: boolean; readonly version: 'v1' | 'v2' },
): ExtractJobRequest {
  if (!schema && !prompt?.trim()) throw refusal('prompt', 'or schema is required');
  const { formats: _, extraction: __, owner: ___, ...reading } = page; // of each page its data is all that is kept
  return {
    ...defined({ urls, prompt, schema, systemPrompt, webSearch: fields.enableWebSearch }),
    ...(webhook === undefined ? {} : { webhook: toWebhook(webhook, version) }),
    page: reading,
    subdomains: fields.includeSubdomains ?? false,
    externalLinks: fields.allowExternalLinks ?? false,
    ...(fields.ignoreSitemap ? { useSitemap: false } : {}),
    ignoreInvalidUrls,
    presentation: { sources: fields.showSources ?? false },
  };
}

/** Body fields of the request; page options are below `scrapeOptions`. */
export function extractNames(page: BodyPaths, webhook: WebhookBody | undefined): BodyPaths {
  const below = Object.entries(page).map(([name, wire]) => [name, `scrapeOptions.${wire}`]);
  return {
    ...Object.fromEntries(below),
    'extraction.schema': 'schema',
    'extraction.prompt': 'prompt',
    'extraction.systemPrompt': 'systemPrompt',
    'webhook.url': typeof webhook === 'string' ? 'webhook' : 'webhook.url',
  };
}
