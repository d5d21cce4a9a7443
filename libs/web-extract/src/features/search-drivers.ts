import type { Provider } from '@nestjs/common';
import { UndiciFetcher } from '../drivers/http/undici.fetcher.js';
import { LocalSearchProvider } from '../drivers/local-search/local.search-provider.js';
import { SearxngSearchProvider } from '../drivers/searxng/searxng.search-provider.js';
import { ResolvedOptions } from '../model/options.js';
import { CrawlStore } from '../ports/stores/crawl-store.port.js';
import { Fetcher } from '../ports/fetcher.port.js';
import { PageHistory } from '../ports/stores/page-history.port.js';
import { PageSearch } from '../ports/page-search.port.js';
import { SearchProvider } from '../ports/search-provider.port.js';
import { MergedSearchProvider } from '../services/search/merged.search-provider.js';

/** Fetcher for the SearXNG instance; null if none is configured. */
abstract class SearxngFetcher extends Fetcher {}

/** Searches the pages of the crawl store, with an index in memory. */
export const PAGE_SEARCH: Provider = {
  provide: PageSearch,
  useFactory: (store: CrawlStore, history: PageHistory | null, { search }: ResolvedOptions) =>
    search.local ? new LocalSearchProvider(store, { log: history?.changes ?? null }) : null,
  inject: [CrawlStore, PageHistory, ResolvedOptions],
};

/** Providers of the search: none, one, or several merged into one. */
export const SEARCH: Provider[] = [
  {
    provide: SearxngFetcher,
    useFactory: ({ search: { searxng }, limits }: ResolvedOptions) =>
      searxng.url === undefined
        ? null
        : // the host configures the instance, so any address is allowed, for this host and port only
          new UndiciFetcher({ allowPrivate: [hostAndPort(searxng.url)], maxFetches: limits.maxFetches }),
    inject: [ResolvedOptions],
  },
  {
    provide: SearxngSearchProvider,
    useFactory: (fetcher: Fetcher | null, { search: { searxng } }: ResolvedOptions) =>
      fetcher && searxng.url !== undefined
        ? new SearxngSearchProvider(fetcher, { ...searxng, url: searxng.url })
        : null,
    inject: [SearxngFetcher, ResolvedOptions],
  },
  {
    provide: SearchProvider,
    useFactory: (
      searxng: SearchProvider | null,
      pages: PageSearch | null,
      { search: { local } }: ResolvedOptions,
    ) => {
      const providers = [searxng, local ? pages : null].filter((provider) => provider !== null);
      return providers.length > 1 ? new MergedSearchProvider(providers) : (providers[0] ?? null);
    },
    inject: [SearxngSearchProvider, PageSearch, ResolvedOptions],
  },
];

function hostAndPort(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
