import type { BatchRequest } from '../../../model/crawl/batch.js';
import type { AcceptedBatch, BatchService } from '../../../services/crawl/batch.service.js';
import type { SubmitOptions } from '../../../services/crawl/planning/accept-job.js';
import { withBodyPaths, type BodyPaths } from '../../errors/body-paths.js';

/** A parsed batch request of v1 or v2. */
interface OrderedBatch {
  readonly request: BatchRequest;
  /** The batch that the addresses are added to; absent: a new one. */
  readonly appendToId: string | undefined;
  readonly names: BodyPaths;
}

export interface BatchAcceptedReply {
  readonly success: true;
  readonly id: string;
  readonly url: string;
  /** Present, possibly empty, if invalid URLs are ignored. */
  readonly invalidURLs?: readonly string[];
  readonly warning?: string;
}

/** Starts a batch, or adds to one. */
export function startBatch(
  batches: BatchService,
  { request, appendToId, names }: OrderedBatch,
  origin: SubmitOptions,
): Promise<AcceptedBatch> {
  return withBodyPaths(names, () =>
    appendToId === undefined
      ? batches.start(request, origin)
      : batches.append(appendToId, request, origin.owner),
  );
}

/** Formats the response to an accepted batch, shared by v1 and v2. */
export function presentAcceptedBatch(
  { id, warnings, invalidUrls }: AcceptedBatch,
  { ignoreInvalidUrls = false }: BatchRequest,
  url: string,
  ofBody: readonly string[],
): BatchAcceptedReply {
  const warning = [...ofBody, ...warnings].join('. ');
  return {
    success: true,
    id,
    url,
    ...(ignoreInvalidUrls ? { invalidURLs: invalidUrls } : {}),
    ...(warning === '' ? {} : { warning }),
  };
}
