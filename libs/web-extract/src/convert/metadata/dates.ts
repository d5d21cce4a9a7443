import { dateInUrl, readDate, type DateContext } from './read-date.js';
import { metaOrder, type Head } from './read-head.js';
import type { PageSignals } from './page-signals.js';
import { itemType, type StructuredItem } from './structured-data.js';

/** Metas with the date of the first version, of articles; then those with a date that may be of the latest version. */
const PUBLISHED = metaOrder([
  'article:published_time',
  'article:published',
  'datepublished',
  'og:published_time',
  'publishdate',
  'publish-date',
  'publish_date',
  'published_time',
  'published_at',
  'publication_date',
  'publication-date',
  'pubdate',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date.created',
  'citation_publication_date',
  'citation_online_date',
  'article.published',
  'article_date_original',
  'cxenseparse:recs:publishtime',
  'og:article:published_time',
  'article:post_date',
  'article-publication-date',
  'datecreated',
  'displaydate',
  'originalpublicationdate',
  'rnews:datepublished',
  'shareaholic:article_published_time',
  'bt:pubdate',
  'gentime',
  'created',
  'creation_date',
  'date',
  'dc.date',
  'dcterms.date',
  'citation_date',
  'article:date',
  'pdate',
  'dc:date',
  'timestamp',
]);
const MODIFIED = metaOrder([
  'article:modified_time',
  'article:modified',
  'datemodified',
  'og:updated_time',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
  'revised',
  'modified',
  'modified_time',
  'updated_time',
  'og:article:modified_time',
  'article:updated_time',
  'dateupdated',
  'datelastmodified',
]);

/** Pieces of the page that are not its text. */
const FOREIGN_TYPE =
  /^(?:Review|UserReview|CriticReview|Comment|Answer|Event|ImageObject|VideoObject|AudioObject|Product|Offer|BreadcrumbList|Organization|Person)$/;
const TEXT_TYPE = /(?:Article|Posting|BlogPost|Report|Recipe|HowTo|CreativeWork|Thesis|Episode)$/;

/** Dates of a page in ISO 8601, with what the page states. */
export interface PageDates {
  readonly publishedAt: string | null;
  readonly modifiedAt: string | null;
}

/**
 * Reads the dates of a page. Sources in their order: metas and JSON-LD of articles, microdata, times near the title, the
 * address of the page, other metas.
 *
 * @param signals statements in the markup; read only if the head states no date
 */
export function datesOf(head: Head, url: string, signals: () => PageSignals): PageDates {
  const context = { monthFirst: writesMonthFirst(head) };
  const read = (values: readonly string[]) => firstDate(values, context);
  const items = [...head.structuredData()].sort((one, other) => weightOf(one) - weightOf(other));
  const modifiedStated = read(head.allOf(MODIFIED)) ?? read(valuesOf(items, ['dateModified']));
  const stated =
    read(head.allOf(PUBLISHED)) ??
    read(
      valuesOf(
        items.filter((item) => !FOREIGN_TYPE.test(itemType(item))),
        ['datePublished', 'uploadDate', 'dateCreated'],
      ),
    );
  const isStated = stated !== null;
  const publishedAt =
    stated ??
    read(signals().published) ??
    read(
      valuesOf(
        items.filter((item) => itemType(item) === 'VideoObject'),
        ['uploadDate', 'datePublished'],
      ),
    ) ??
    dateInUrl(url) ??
    dateNearTitle(signals(), context);
  const modifiedAt = modifiedStated ?? (isStated ? null : read(signals().modified));
  return { publishedAt, modifiedAt };
}

/** The first date near the title; of two, the earlier one is that of the first version. */
function dateNearTitle({ dates }: PageSignals, context: DateContext): string | null {
  return firstDate(dates, context);
}

function firstDate(values: readonly string[], context: DateContext): string | null {
  for (const value of values) {
    const date = readDate(value, context);
    if (date !== null) return date;
  }
  return null;
}

function valuesOf(items: readonly StructuredItem[], names: readonly string[]): string[] {
  return items.flatMap((item) =>
    names.flatMap((name) => {
      const [value] = [item[name]].flat();
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    }),
  );
}

function weightOf(item: StructuredItem): number {
  return TEXT_TYPE.test(itemType(item)) ? 0 : 1;
}

/** The United States and some others write the month first; a page in English that names no country is likely one of theirs. */
function writesMonthFirst(head: Head): boolean {
  const language = (head.language ?? head.first('og:locale', 'content-language') ?? '')
    .toLowerCase()
    .replace('_', '-');
  return language === '' || language === 'en' || language.startsWith('en-us') || language.startsWith('en-ph');
}
