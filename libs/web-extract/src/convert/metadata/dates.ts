import { inLocalTime } from './local-time.js';
import { dateInUrl, readDate, type DateContext } from './read-date.js';
import { metaOrder, type Head } from './read-head.js';
import type { PageSignals } from './page-signals.js';
import { itemType, type StructuredItem } from './structured-data.js';

/** Metas with the date of the first version. */
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
]);
/** Metas that many systems set to the date of the latest version, of a template or of an event. */
const UNCERTAIN = metaOrder([
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
 * Reads the dates of a page. Sources in their order: metas of the first version, JSON-LD, microdata, the address of the page,
 * dates near the title, other metas.
 *
 * @param signals statements in the markup; read only if the head states no date
 */
export function datesOf(head: Head, url: string, signals: () => PageSignals): PageDates {
  const context = { monthFirst: writesMonthFirst(head) };
  const read = (values: readonly string[]) => firstDate(values, context);
  const items = [...head.structuredData()].sort((one, other) => weightOf(one) - weightOf(other));
  const modifiedStated = read(head.allOf(MODIFIED)) ?? read(valuesOf(items, ['dateModified']));
  const metas = head.ofNames(PUBLISHED);
  const properties = head.ofProperties(PUBLISHED);
  const ofTexts = valuesOf(
    items.filter((item) => !FOREIGN_TYPE.test(itemType(item))),
    ['datePublished', 'uploadDate', 'dateCreated'],
  );
  const stated = read(metas) ?? read(ofTexts) ?? read(properties);
  if (stated !== null) {
    const others = [...metas, ...ofTexts, ...properties, ...head.allOf(UNCERTAIN)].map((value) =>
      readDate(value, context),
    );
    return { publishedAt: inLocalTime(stated, others), modifiedAt: modifiedStated };
  }
  const publishedAt =
    read(signals().published) ??
    read(
      valuesOf(
        items.filter((item) => itemType(item) === 'VideoObject'),
        ['uploadDate', 'datePublished'],
      ),
    ) ??
    dateInUrl(url) ??
    read(nearTitleAndUncertain(signals(), head));
  return { publishedAt, modifiedAt: modifiedStated ?? read(signals().modified) };
}

/** Dates near the title; of a page without a title they may be those of its masthead. */
function nearTitleAndUncertain({ heading, dates }: PageSignals, head: Head): string[] {
  const uncertain = head.allOf(UNCERTAIN);
  return heading === null ? [...uncertain, ...dates] : [...dates, ...uncertain];
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

/**
 * The United States and some others write the month first; a page in English that names no country is likely one of theirs.
 * German writes points: dates with slashes are those of systems, which write them as in the United States.
 */
function writesMonthFirst(head: Head): boolean {
  const language = (head.language ?? head.first('og:locale', 'content-language') ?? '')
    .toLowerCase()
    .replace('_', '-');
  return language === '' || language === 'en' || /^(?:en-us|en-ph|de)(?:-|$)/.test(language);
}
