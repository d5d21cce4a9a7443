import { InvalidRequestError } from '../../../model/errors.js';
import type { CrawlService } from '../../../services/crawl/crawl.service.js';

type Verdict = Awaited<ReturnType<CrawlService['explain']>>;

/** Explains whether a crawl includes a URL. */
export interface CrawlExplanation {
  readonly success: true;
  readonly url: string;
  readonly admitted: boolean;
  readonly rule: Verdict['rule'];
  /** The pattern, extension or number that decided; absent if the rule is sufficient. */
  readonly detail?: string;
  /** The rule as a sentence. */
  readonly reason: string;
}

/** The query of the explaining address. */
export interface ExplainQueryText {
  /** URL to explain. */
  readonly url: string;
}

/** As long as addresses that are crawled may be, and some more, for `too-long` is an answer, too. */
const MAX_URL_CHARS = 20_000;

/** The query of the explaining address. @throws InvalidRequestError */
export function readExplainedUrl(query: Readonly<Record<string, unknown>>): string {
  const { url } = query;
  if (typeof url === 'string' && url.trim() !== '' && url.length <= MAX_URL_CHARS) return url.trim();
  throw new InvalidRequestError([
    { path: ['url'], message: `url must be an address of at most ${MAX_URL_CHARS} characters` },
  ]);
}

export function presentVerdict(url: string, { admitted, rule, detail }: Verdict): CrawlExplanation {
  return {
    success: true,
    url,
    admitted,
    rule,
    ...(detail === null ? {} : { detail }),
    reason: REASONS[rule] + (detail === null ? '' : `: ${detail}`),
  };
}

const REASONS: Readonly<Record<Verdict['rule'], string>> = {
  start: 'The page that the crawl began at',
  included: 'An including pattern matches it',
  'in-scope': 'Nothing speaks against it',
  'not-http': 'It is no http or https address',
  'too-long': 'The address is too long',
  'external-host': 'It is on another site',
  subdomain: 'It is on a subdomain',
  'outside-path': 'It lies outside the folder of the start page',
  excluded: 'An excluding pattern matches it',
  'not-included': 'No including pattern matches it',
  'max-depth': 'Its path is deeper than the crawl goes',
  'max-discovery-depth': 'It is more links away from the start than the crawl goes',
  nofollow: 'Its page, or the link, asks not to be followed',
  'media-file': 'It is an image, a film, an archive or another file',
  'trap-repeated-segments': 'Its path repeats itself, as those of endless sites do',
  'trap-session-id': 'It is another visit of a page that is known',
  'trap-query-variants': 'There are very many variants of this page',
  'trap-same-content': 'The site has endless addresses here that all show the same',
  'logout-link': 'It would end the session of the crawl',
  'unsafe-link': 'It may change data of the user of the session',
};
