import type { ScopeQuestion, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import { withoutExtras } from '../url/normalize-url.js';
import { parseUrl } from '../url/parse-url.js';
import { CrawlScope } from './crawl-scope.js';

/**
 * Says which rule of a crawl admits or refuses an address. Pure: fetches nothing and knows nothing of what the crawl has
 * found; robots.txt is not asked.
 *
 * @throws InvalidRequestError naming a pattern that cannot be used
 */
export function explainUrl({ crawl, url, found, rootUrl }: ScopeQuestion): ScopeVerdict {
  const parsed = parseUrl(url, rootUrl);
  const href = parsed ? withoutExtras(parsed).href : url;
  return new CrawlScope(crawl, rootUrl).explain(href, { rule: 'link', hops: 1, ...found });
}
