import type { CrawlJob } from '../../model/crawl.js';

/** Whether a job reads the pages that it was given, or that were looked for, instead of following the links of a site. */
export const namesPages = ({ request }: Pick<CrawlJob, 'request'>): boolean =>
  request.kind === 'batch' || request.kind === 'extract';
