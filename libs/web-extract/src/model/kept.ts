/** What fields of providers keep beyond a request, and what bounds it: the table of docs/security.md. */
export const KEPT = {
  syncs: { what: 'syncs of corpora at work', bound: 'places of syncs' },
  requests: {
    what: 'requests and jobs that the shutdown waits for',
    bound: 'places of the work itself: fetches, threads, jobs',
  },
  sessions: { what: 'sessions in use, each at most 1 MiB', bound: '64 sessions', most: 64 },
  jobCookies: {
    what: 'cookies of jobs, and the addresses of pages that set some',
    bound: '2,000 jobs; 512 KiB of cookies a job, 32 MiB of an owner, a quarter more in all',
    most: 2_000,
  },
  sitemapDates: {
    what: 'jobs whose sitemap dates are known',
    bound: '200 jobs, the dates [in all](#kept-memory)',
    most: 200,
  },
  times: { what: 'times of the last problem or log line of a kind', bound: 'the kinds of the code' },
  jobTokens: { what: 'tokens that extract jobs may still use', bound: '1,000 jobs', most: 1_000 },
  parts: { what: 'listeners, classes, routes and files of the application', bound: 'what its code has' },
  handledJobs: {
    what: 'jobs whose pages handlers still wait for, as ids',
    bound: 'the stored jobs, and those that expire while a part of the store is out of reach',
  },
  retainedResults: {
    what: 'jobs whose results handlers have just asked to keep, and ended jobs whose pages they process',
    bound: '10,000 ids each',
    most: 10_000,
  },
  accounts: {
    what: 'limits, keys and notices of owners, for some seconds',
    bound: '10,000 owners or keys each',
    most: 10_000,
  },
  usage: { what: 'usage that is not stored yet', bound: '10,000 owners', most: 10_000 },
  runningJobs: {
    what: 'running jobs that need no key, and those being cancelled, as ids',
    bound: '`limits.maxRunningCrawls`',
  },
  turns: {
    what: 'jobs at work in this process and those that wait for a turn',
    bound: '`limits.maxRunningCrawls`; at work `limits.crawlSlotsPerProcess` and a quarter more',
  },
  followers: {
    what: 'clients that follow jobs, and the jobs and keys that they follow',
    bound: '`limits.maxWatchers` and a quarter more',
  },
  lanes: { what: 'webhook messages that are being sent', bound: 'webhook lanes and a quarter more' },
  scrapes: { what: 'scrapes that can be read again by their id', bound: '[bytes](#kept-memory)' },
  siteFeeds: {
    what: 'feeds that start pages of monitored sites name, for a day',
    bound: '1,000 sites, three addresses each',
    most: 1_000,
  },
  checks: { what: 'checks of monitors at work', bound: 'places of checks' },
  failedMonitors: { what: 'monitors that could not be started, as ids', bound: '1,000 ids', most: 1_000 },
  answers: { what: 'parts of answers that clients have not taken', bound: '[bytes](#kept-memory)' },
  searchIndexes: { what: 'indexes of the local search', bound: '[bytes](#kept-memory)' },
  corpusIndexes: { what: 'indexes of searched corpora', bound: '20 indexes, 128 MiB', most: 20 },
  hostPlaces: { what: 'requests to hosts in progress, with Redis', bound: 'pages of jobs in progress' },
  extractors: {
    what: 'extractors in use without their programs, for a second',
    bound: '50 extractors, 4,194,304 characters in all as JSON text',
    most: 50,
  },
  extractorPrograms: {
    what: 'programs of extractors in use',
    bound: '50 programs, each at most 128 KiB',
    most: 50,
  },
  extractorRuns: {
    what: 'outcomes of pages that are not stored yet, with up to 4 KiB of values',
    bound: 'pages being read, and 100 of each extractor that jobs use; counts of 10,000 jobs',
  },
  extractorWork: {
    what: 'extractors that are being learned or healed, those of learning with zero data retention with their pages, and those with messages to send',
    bound:
      '`extractors.maxPerOwner` of each owner with a request; such pages 32 MiB of an owner, a quarter more in all',
  },
  autoPages: {
    what: 'pages that jobs learn extractors from',
    bound: '50 sites, 20 of an owner; 12,000,000 characters of HTML of an owner, 32,000,000 in all',
    most: 50,
  },
  hosts: {
    what: 'hosts that are paced in this process',
    bound: '5,000 idle ones, and those in use',
    most: 5_000,
  },
} as const;

/**
 * Declares what a field of a provider keeps beyond a request.
 * @param _name its row of {@link KEPT}
 */
export function kept<T extends object>(_name: keyof typeof KEPT, collection: T): T {
  return collection;
}
