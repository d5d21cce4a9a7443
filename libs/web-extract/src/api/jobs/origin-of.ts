import type { SubmitOptions } from '../../services/crawl/planning/accept-job.js';
import { ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { readIdempotencyKey } from './idempotency-key.js';

/**
 * Origin of a job that is started by an admitted request.
 * @param idempotencyKey the header
 * @throws InvalidRequestError when it is too long
 */
export function originOf(request: IncomingRequest, idempotencyKey?: string): SubmitOptions {
  return { owner: ownerOf(request), needsKey: hasStoredKey(request), ...readIdempotencyKey(idempotencyKey) };
}

/** True if an admitted request has a stored key. */
export const hasStoredKey = ({ webExtractPrincipal }: IncomingRequest): boolean =>
  webExtractPrincipal?.key !== undefined;
