import type { ScopeQuestion, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import { withoutExtras } from '../url/normalize-url.js';
import { parseUrl } from '../url/parse-url.js';
import { CrawlScope } from './crawl-scope.js';

/**
 * Returns the rule of a crawl that admits or rejects a URL. Pure: sends no requests and ignores robots.txt and the
 * state of the crawl.
 *
 * @throws InvalidRequestError with the invalid pattern
 */
export function explainUrl({ crawl, url, found, rootUrl }: ScopeQuestion): ScopeVerdict {
  const parsed = parseUrl(url, rootUrl);
  const href = parsed ? withoutExtras(parsed).href : url;
  return new CrawlScope(crawl, rootUrl).explain(href, { rule: 'link', hops: 1, ...found });
}
