import { getDomain } from 'tldts';
import { bareHost } from './split-url.js';

/** How a host relates to the one a crawl began at. */
type SiteRelation = 'same' | 'subdomain' | 'external';

const MAX_HOSTS = 1000;

/**
 * Tells hosts of one site from others; remembers what it found. A site is what one owner registered: below a public
 * suffix such as `co.uk`, or one where everybody may have a name, such as `github.io`.
 */
export class SiteRelations {
  private readonly known = new Map<string, SiteRelation>();
  private readonly host: string;
  private readonly site: string | null;

  /** @param host with its port, in lower case */
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

/** Null for IP addresses, names without a dot, and public suffixes themselves. A port makes no other site. */
function siteOf(host: string): string | null {
  return getDomain(host.replace(/:\d+$/, ''), { allowPrivateDomains: true });
}
