import { getDomain } from 'tldts';
import { bareHost } from './split-url.js';

/** Relation of a host to the start host of a crawl. */
type SiteRelation = 'same' | 'subdomain' | 'external';

const MAX_HOSTS = 1000;

/**
 * Determines if hosts belong to the same site; results are cached. A site is a registrable domain: below a public
 * suffix such as `co.uk`, or below a private one such as `github.io`.
 */
export class SiteRelations {
  private readonly known = new Map<string, SiteRelation>();
  private readonly host: string;
  private readonly site: string | null;

  /** @param host lower-case host with port */
  constructor(host: string) {
    this.host = bareHost(host);
    this.site = siteOf(host);
  }

  of(host: string): SiteRelation {
    let relation = this.known.get(host);
    if (relation === undefined) {
      relation = this.relate(host);
      if (this.known.size >= MAX_HOSTS) this.known.clear();
      this.known.set(host, relation);
    }
    return relation;
  }

  private relate(host: string): SiteRelation {
    if (bareHost(host) === this.host) return 'same';
    return this.site !== null && siteOf(host) === this.site ? 'subdomain' : 'external';
  }
}

/** Registrable domain; null for IP addresses, names without a dot, and public suffixes. The port is ignored. */
function siteOf(host: string): string | null {
  return getDomain(host.replace(/:\d+$/, ''), { allowPrivateDomains: true });
}
