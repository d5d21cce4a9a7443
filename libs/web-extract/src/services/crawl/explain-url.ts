import { CrawlScope } from '../../engine/scope/crawl-scope.js';
import type { ScopeVerdict } from '../../engine/scope/scope-rules.js';
import { withoutExtras } from '../../engine/url/normalize-url.js';
import { parseUrl } from '../../engine/url/parse-url.js';
import type { CrawlRequest, DiscoveryRule } from '../../model/crawl.js';

/** How the address would be found. */
export interface ExplainOptions {
  /** @default 'link' */
  readonly rule?: DiscoveryRule;
  /** Link hops from the start. @default 1 */
  readonly hops?: number;
  /** The link, or its page, asks not to be followed. @default false */
  readonly nofollow?: boolean;
}

/**
 * Says which rule of a crawl admits or refuses an address. Pure: fetches nothing and knows nothing of what the crawl has
 * found; robots.txt is not asked.
 *
 * @param url absolute, or relative to the start page
 * @param rootUrl where the start page was found in the end
 * @throws InvalidRequestError naming a pattern that cannot be used
 */
export function explainUrl(
  request: CrawlRequest,
  url: string,
  { rule = 'link', hops = 1, nofollow = false }: ExplainOptions = {},
  rootUrl: string = request.url,
): ScopeVerdict {
  const scope = new CrawlScope(request, rootUrl);
  const parsed = parseUrl(url, rootUrl);
  const href = parsed ? withoutExtras(parsed).href : url;
  return scope.explain(href, { rule, hops, nofollow });
}
