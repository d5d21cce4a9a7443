/**
 * Writes that are flushed to disk. No setting loses data when the process dies. A power loss costs
 * - `crawls`: at most the most recent pages, which are fetched again; never an accepted crawl;
 * - `pages`: no stored page; each write then waits for the disk;
 * - `never`: possibly the whole store.
 */
export type Flush = 'crawls' | 'pages' | 'never';
