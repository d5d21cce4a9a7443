import type { CrawlJob } from '../../model/crawl.js';

/** Whether a job reads the pages that it was given, instead of a site. */
export const isBatch = ({ request }: Pick<CrawlJob, 'request'>): boolean => request.kind === 'batch';
