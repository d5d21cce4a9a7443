import { createHash } from 'node:crypto';

/** The same whoever asks, and whenever: pages of jobs have no number of their own. */
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
