import type { CrawlScopeOptions, DiscoveryRule } from '../../model/crawl/crawl.js';
import { MAX_QUERY_VARIANTS } from '../../ports/stores/frontier.port.js';
import { MAX_URL_CHARS } from '../url/validate-url.js';
import { mediaExtension } from './file-extension.js';
import { repeatsSegments } from './repeated-segments.js';
import type { ScopedCrawl, ScopeRule, ScopeVerdict } from '../../model/crawl/crawl-scope.js';
import { SiteRelations } from './site-relation.js';
import { hostWithPort, splitUrl, type UrlParts } from './split-url.js';
import { keyOf, type UrlKey, type UrlKeyOptions } from './url-key.js';
import { compilePatterns, type PatternJudge } from './url-pattern.js';
import { parseUrl } from '../url/parse-url.js';

/** Discovery of a URL. */
export interface Discovery {
  readonly rule: DiscoveryRule;
  /** Number of link hops from the start. */
  readonly hops: number;
  /** True if the link or its page specifies nofollow. */
  readonly nofollow?: boolean;
}

/** State of the crawl required by some decisions. Absent: none. */
export interface KnownUrls {
  /** True if a URL with this key is known. */
  hasKey?(key: string): boolean;
  /** Number of known query variants of a path, by `ScopeVerdict.variantOf`. */
  variantsOf?(path: string): number;
}

const DEFAULT_MAX_DEPTH = 10;

/** The deciding rule with a detail. */
type Decision = readonly [rule: ScopeRule, detail?: string | null];

/**
 * Decides which URLs belong to a crawl. Decisions are pure: they depend on the request, the root and the arguments. It
 * processes thousands of links per second, so URLs must be spelled like `URL.href` and are not parsed again.
 */
export class CrawlScope {
  private readonly options: CrawlScopeOptions;
  private readonly keyOptions: UrlKeyOptions;
  private readonly judgePatterns: PatternJudge;
  private readonly relations: SiteRelations;
  private readonly startKeys: ReadonlySet<string>;
  /** Folder of the start page; all paths below it are in scope. */
  private readonly folder: string;
  private readonly startDepth: number;
  private readonly maxDepth: number;
  private readonly maxHops: number;

  /**
   * @param rootUrl final URL of the start page after redirects: it determines host and folder
   * @throws InvalidRequestError with the invalid pattern
   */
  constructor(request: ScopedCrawl, rootUrl: string = request.url) {
    this.options = request.scope ?? {};
    this.keyOptions = keyOptionsOf(this.options);
    this.judgePatterns = compilePatterns(request.patterns);
    this.maxDepth = request.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.maxHops = request.maxDiscoveryDepth ?? Infinity;
    const root = partsOf(rootUrl);
    this.relations = new SiteRelations(root.host);
    this.startKeys = new Set([root, partsOf(request.url)].map((parts) => keyOf(parts, this.keyOptions).key));
    this.folder = root.path.slice(0, root.path.lastIndexOf('/') + 1);
    this.startDepth = depthOf(root.path);
  }

  /** Key of an http(s) URL in this crawl. */
  keyOf(url: string): string {
    return keyOf(partsOf(url), this.keyOptions).key;
  }

  /**
   * Keys of a page in this crawl. The canonical URL counts only if it differs in its query: wrong canonical URLs often
   * point to the start page on every page of a site.
   */
  keysOf(url: string, canonical: string | null): string[] {
    const own = partsOf(url);
    const isWanted = canonical !== null && this.keyOptions.similar;
    const named = isWanted ? splitUrl(parseUrl(canonical)?.href ?? '') : null;
    const isNamed = named?.host === own.host && named.path === own.path;
    const keys = (isNamed ? [own, named] : [own]).map((parts) => keyOf(parts, this.keyOptions).key);
    return [...new Set(keys)];
  }

  /** Returns the rule that admits or rejects a URL. */
  explain(url: string, found: Discovery, known: KnownUrls = {}): ScopeVerdict {
    const parts = splitUrl(url) ?? splitUrl(parseUrl(url)?.href ?? '');
    if (!parts) return NOT_HTTP;
    const identity = keyOf(parts, this.keyOptions);
    const [rule, detail] = this.decide(url, parts, identity, found, known);
    return {
      admitted: ADMITTING.has(rule),
      rule,
      detail: detail ?? null,
      key: identity.key,
      host: hostWithPort(parts),
      variantOf:
        identity.hasQuery && rule !== 'start' && this.watchesForTraps(found) ? identity.pathKey : null,
      hasSessionId: identity.hadSession,
    };
  }

  private decide(
    url: string,
    parts: UrlParts,
    identity: UrlKey,
    found: Discovery,
    known: KnownUrls,
  ): Decision {
    if (this.startKeys.has(identity.key)) return ['start'];
    if (url.length > MAX_URL_CHARS) return ['too-long', String(url.length)];
    const outside = this.outside(parts);
    if (outside) return outside;
    const { rule, detail } = this.judgePatterns(parts);
    const decision: Decision = [rule, detail];
    // After a redirect or canonical URL only the location counts; the discovery applies to the original URL.
    if (!ADMITTING.has(rule) || isForwarded(found.rule)) return decision;
    return (
      this.tooFar(parts, found) ??
      this.uninviting(parts, found) ??
      this.trap(parts, identity, found, known) ??
      decision
    );
  }

  private outside({ host, path }: UrlParts): Decision | null {
    const { entireDomain, subdomains, externalLinks } = this.options;
    switch (this.relations.of(host)) {
      case 'external':
        return externalLinks ? null : ['external-host', host];
      case 'subdomain':
        return subdomains || externalLinks ? null : ['subdomain', host];
      case 'same':
        return entireDomain || path.startsWith(this.folder) ? null : ['outside-path', this.folder];
    }
  }

  private tooFar({ host, path }: UrlParts, { hops }: Discovery): Decision | null {
    const base = this.relations.of(host) === 'same' ? this.startDepth : 0;
    const depth = Math.max(1, depthOf(path) - base); // only the start page itself has depth 0
    if (depth > this.maxDepth) return ['max-depth', String(depth)];
    return hops > this.maxHops ? ['max-discovery-depth', String(hops)] : null;
  }

  private uninviting({ path }: UrlParts, { nofollow }: Discovery): Decision | null {
    if (nofollow && this.options.respectNofollow) return ['nofollow'];
    const extension = mediaExtension(path);
    return extension === null ? null : ['media-file', extension];
  }

  /** Crawler traps are reached by following links; URLs listed in a sitemap are intended. */
  private trap({ path }: UrlParts, identity: UrlKey, found: Discovery, known: KnownUrls): Decision | null {
    if (!this.watchesForTraps(found)) return null;
    if (repeatsSegments(path)) return ['trap-repeated-segments'];
    if (identity.hadSession && known.hasKey?.(identity.key)) return ['trap-session-id'];
    const variants = identity.hasQuery ? (known.variantsOf?.(identity.pathKey) ?? 0) : 0;
    return variants >= MAX_QUERY_VARIANTS ? ['trap-query-variants', String(variants)] : null;
  }

  private watchesForTraps({ rule }: Discovery): boolean {
    return (this.options.traps ?? true) && rule === 'link';
  }
}

const ADMITTING: ReadonlySet<ScopeRule> = new Set<ScopeRule>(['start', 'included', 'in-scope']);

const NOT_HTTP: ScopeVerdict = {
  admitted: false,
  rule: 'not-http',
  detail: null,
  key: '',
  host: '',
  variantOf: null,
  hasSessionId: false,
};

/** Key options according to the crawl options. */
function keyOptionsOf({ deduplicateSimilar, ignoreQuery, traps }: CrawlScopeOptions): UrlKeyOptions {
  return { similar: deduplicateSimilar ?? true, ignoreQuery: ignoreQuery ?? false, sessions: traps ?? true };
}

function isForwarded(rule: DiscoveryRule): boolean {
  return rule === 'redirect' || rule === 'canonical';
}

function partsOf(url: string): UrlParts {
  return (splitUrl(url) ?? splitUrl(new URL(url).href)) as UrlParts;
}

/** Number of path segments; an index page counts as its folder. */
function depthOf(path: string): number {
  let depth = 0;
  for (let at = 0; at < path.length; at++) if (path.charCodeAt(at) === SLASH && at + 1 < path.length) depth++;
  return /\/index\.\w+$/i.test(path) ? depth - 1 : depth;
}

const SLASH = 47;
