import { Injectable } from '@nestjs/common';
import { searchTerms } from '../../../convert/links/search-terms.js';
import { indexedStem } from '../../../convert/words/count-stems.js';
import { SearchFailedError } from '../../../model/errors.js';
import { decodePage } from '../../../model/page/stored-page.js';
import type { SearchAnswer, SearchHit, SearchQuery } from '../../../model/search/search.js';
import { PageSearch } from '../../../ports/page-search.port.js';
import { unpackPage } from '../../crawl-store/pack-page.js';
import { earliestOf, hitOf, isInPlace } from '../../local-search/page-hit.js';
import type { PostgresConnection } from '../connection/postgres-connection.js';
import { toColumnText } from '../connection/postgres-values.js';
import { numberOf } from '../crawl/url-arguments.js';
import { MAX_PAGES } from './search.functions.js';
import { anyOf } from './search-words.js';

/** Words of a search. */
const MAX_WORDS = 32;
/** Pages that are checked for the sites of a search. */
const MAX_FOUND = 2_000;
const MAX_SEARCH_MS = 8_000;

const OLDER = `The local search has the newest ${MAX_PAGES.toLocaleString('en')} crawled pages; older ones are not searched`;

interface FoundPage {
  readonly crawl: number;
  readonly place: number;
  readonly address: string;
  readonly is_cut: boolean;
}

/**
 * Searches the pages that an owner's own crawls collected while `search.local` was set, as long as their results are in PostgreSQL. Languages
 * and countries are ignored.
 */
@Injectable()
export class PostgresPageSearch extends PageSearch {
  constructor(private readonly connection: PostgresConnection) {
    super();
  }

  override async search(
    query: SearchQuery,
    owner: string,
    budgetMs: number,
    signal: AbortSignal,
  ): Promise<SearchAnswer> {
    signal.throwIfAborted();
    if (query.source !== undefined && query.source !== 'web') return { hits: [], warnings: [] }; // web only
    const words = searchTerms(query.query).slice(0, MAX_WORDS).map(indexedStem);
    const stems = new Set(words.filter((word) => word !== '')); // that of a single s is empty
    if (stems.size === 0) return { hits: [], warnings: [] };
    const limitMs = Math.min(MAX_SEARCH_MS, Math.max(1, Math.round(budgetMs)));
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    try {
      return await untilAborted(deadline, this.answer(query, owner, { stems, limitMs, deadline }));
    } catch (error) {
      signal.throwIfAborted();
      throw new SearchFailedError('the crawled pages cannot be read', { cause: error });
    }
  }

  private async answer(
    query: SearchQuery,
    owner: string,
    { stems, limitMs, deadline }: { readonly stems: ReadonlySet<string>; readonly limitMs: number; readonly deadline: AbortSignal }, // prettier-ignore
  ): Promise<SearchAnswer> {
    const [about, ...found] = await this.find(query, owner, stems, limitMs);
    const hits: SearchHit[] = [];
    for (const place of found) {
      if (hits.length === query.limit || deadline.aborted) break;
      const hit = isInPlace(place.address, query) ? await this.hitAt(place, stems) : null;
      if (hit) hits.push(hit);
    }
    return { hits, warnings: about?.is_cut ? [OLDER] : [] };
  }

  private find(
    query: SearchQuery,
    owner: string,
    stems: ReadonlySet<string>,
    limitMs: number,
  ): Promise<FoundPage[]> {
    const { sites, withoutSites, places } = query;
    const isAnywhere = !sites?.length && !withoutSites?.length && !places?.length;
    const notBefore = Math.max(earliestOf(query), -Number.MAX_SAFE_INTEGER);
    const values = [numberOf(owner), toColumnText(owner), anyOf(stems), Math.round(notBefore), isAnywhere ? query.limit : MAX_FOUND]; // prettier-ignore
    // its own timeout is no failure of PostgreSQL, so it is not logged as one
    return this.connection.unprepared(async (runner) => {
      await runner.run(`SELECT set_config('statement_timeout', $1, true)`, [String(limitMs)]);
      return runner.run<FoundPage>('SELECT * FROM {schema}.search_pages($1, $2, $3, $4, $5)', values);
    });
  }

  /** Reads pages one at a time: they may be large. Null if the page has expired since. */
  private async hitAt({ crawl, place }: FoundPage, stems: ReadonlySet<string>): Promise<SearchHit | null> {
    const text = 'SELECT packed FROM {schema}.result_rows WHERE crawl = $1 AND position = $2';
    const [row] = await this.connection.run<{ packed: Buffer }>(text, [crawl, place]);
    return row ? hitOf(await decodePage(await unpackPage(row.packed)), stems) : null;
  }
}

function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}
