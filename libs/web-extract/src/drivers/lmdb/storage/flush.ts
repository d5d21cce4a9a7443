/**
 * What waits for the disk. The end of the process, however sudden, costs nothing with any of them. A power loss costs
 * - `crawls`: at most the pages of the last moments, which are fetched again; never a crawl that was accepted;
 * - `pages`: nothing that was stored; each write then waits for the disk;
 * - `never`: perhaps the whole store.
 */
export type Flush = 'crawls' | 'pages' | 'never';
