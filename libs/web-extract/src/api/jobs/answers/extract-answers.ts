import type { ExtractJob } from '../../../model/extraction/extract-job.js';
import type { SubmitOptions } from '../../../services/crawl/planning/accept-job.js';
import type { ExtractService } from '../../../services/extract/extract.service.js';
import { DAY_MS } from './crawl-progress.js';
import type { ParsedExtractBody } from '../parse-extract-body.js';
import { presentWarnings } from '../../pages/page-warnings.presenter.js';
import { withBodyPaths } from '../../errors/body-paths.js';

export interface ExtractAccepted {
  readonly success: true;
  readonly id: string;
  /** Present, possibly empty, if invalid URLs are ignored. */
  readonly invalidURLs?: readonly string[];
  readonly warning?: string;
}

/** `GET /v1/extract/<id>`, `GET /v2/extract/<id>`. */
export interface ExtractReply {
  readonly success: boolean;
  readonly id: string;
  readonly status: 'processing' | 'completed' | 'failed' | 'cancelled';
  /** A single object for all pages; an empty list if there is none. */
  readonly data: unknown;
  readonly expiresAt: string;
  readonly error?: string;
  readonly warning?: string;
  readonly sources?: Readonly<Record<string, readonly string[]>>;
  readonly creditsUsed: number;
  readonly tokensUsed: number;
}

/** Starts an extract job from a parsed request of v1 or v2. */
export async function startExtract(
  extracts: ExtractService,
  { request, names, warnings: ofBody }: ParsedExtractBody,
  origin: SubmitOptions,
): Promise<ExtractAccepted> {
  const { id, invalidUrls, warnings } = await withBodyPaths(names, () => extracts.start(request, origin));
  const warning = [...ofBody, ...warnings].join('. ');
  return {
    success: true,
    id,
    ...(request.ignoreInvalidUrls ? { invalidURLs: invalidUrls } : {}),
    ...(warning === '' ? {} : { warning }),
  };
}

/** @param failedIsSuccess what `success` says of a job that failed */
export function presentExtract(job: ExtractJob, failedIsSuccess: boolean): ExtractReply {
  const { id, status, gathered, error, warnings, credits, expiresAt, presentation } = job;
  const warning = presentWarnings({ warnings, shortfalls: gathered?.shortfalls }).join('. ');
  return {
    success: status !== 'failed' || failedIsSuccess,
    id,
    status: status === 'running' ? 'processing' : status,
    data: gathered?.data ?? [],
    expiresAt: new Date(expiresAt ?? Date.now() + DAY_MS).toISOString(),
    ...(error === null ? {} : { error }),
    ...(warning === '' ? {} : { warning }),
    ...(presentation['sources'] && gathered ? { sources: gathered.sources } : {}),
    creditsUsed: credits,
    tokensUsed: gathered ? gathered.usage.promptTokens + gathered.usage.completionTokens : 0,
  };
}
