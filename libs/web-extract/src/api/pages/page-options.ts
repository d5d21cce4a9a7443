import type { PageRequest } from '../../model/page/page-request.js';
import { InvalidRequestError } from '../../model/errors.js';
import { waitsOf } from '../../model/page/waits-of.js';
import type { PageFields } from '../fields/page.fields.js';
import { pageLocation } from './page-location.js';
import type { BodyPaths } from '../errors/body-paths.js';

/** Time of a page that is extracted from, in milliseconds, where the request states none. */
export const EXTRACTION_TIMEOUT_MS = 60_000;

type BrowserAction = { type: string; [option: string]: unknown };

/** Body fields of page options in v1 and v2. */
export const PAGE_NAMES: BodyPaths = {
  includeSelectors: 'includeTags',
  excludeSelectors: 'excludeTags',
  timeoutMs: 'timeout',
  waitForMs: 'waitFor',
  headers: 'headers',
  location: 'location',
  actions: 'actions',
  maxAgeMs: 'maxAge',
  minAgeMs: 'minAge',
};

/**
 * The fields that v1 and v2 share, as the services understand them.
 * @throws InvalidRequestError where fields contradict each other
 */
export function toSharedPageOptions(
  fields: PageFields & { readonly actions?: readonly BrowserAction[] },
  asksModel: boolean,
): Omit<PageRequest, 'url' | 'formats'> {
  const { waitFor = 0, actions = [] } = fields;
  if (fields.timeout !== undefined && waitFor > fields.timeout / 2) {
    throw refusal('waitFor', 'must be at most half of timeout');
  }
  const timeoutMs = fields.timeout ?? (asksModel ? EXTRACTION_TIMEOUT_MS : undefined);
  const location = pageLocation(fields.location);
  return {
    onlyMainContent: fields.onlyMainContent ?? true,
    includeSelectors: fields.includeTags ?? [],
    excludeSelectors: fields.excludeTags ?? [],
    headers: fields.headers ?? {},
    waitForMs: waitFor,
    actions,
    blockAds: fields.blockAds ?? true,
    mobile: fields.mobile ?? false,
    skipTlsVerification: fields.skipTlsVerification ?? false,
    removeBase64Images: fields.removeBase64Images ?? true,
    ...(fields.markdownOptions === undefined ? {} : { markdownOptions: fields.markdownOptions }),
    ...(fields.maxChunkTokens === undefined ? {} : { maxChunkTokens: fields.maxChunkTokens }),
    ...(timeoutMs === undefined ? {} : { timeoutMs: timeoutMs + waitsOf({ waitForMs: waitFor, actions }) }),
    ...(location === undefined ? {} : { location }),
    ...(fields.maxAge === undefined ? {} : { maxAgeMs: fields.maxAge }),
    ...(fields.storeInCache === undefined ? {} : { storeInCache: fields.storeInCache }),
  };
}

/** A body that contradicts itself, or lacks something, at a field of it. */
export const refusal = (field: string, reason: string): InvalidRequestError =>
  InvalidRequestError.at(field.split('.'), { code: 'contradiction', reason });
