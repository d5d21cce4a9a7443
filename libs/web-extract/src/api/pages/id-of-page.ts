import { createHash } from 'node:crypto';

/** Deterministic ID of a job's page, derived from job and URL. */
export function idOfPage(jobId: string, url: string): string {
  const hash = createHash('sha256').update(`${jobId} ${url}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
