import { inLocalTime } from './local-time.js';
import { dateInUrl, readDate } from './read-date.js';
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
  'citation_date',
]);
/** Metas that many systems set to the date of the latest version, of a template or of an event. */
const UNCERTAIN = metaOrder([
  'gentime',
  'created',
  'creation_date',
  'date',
  'dc.date',
  'dcterms.date',
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

/** Characters of a date without a time. */
const DAY_LENGTH = 10;

/** A time in the format of the invariant culture of .NET, month first: `11/01/2023 12:43:42`. */
const OF_SYSTEM = /^\s*\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2}:\d{2}/;

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
 * @param signals statements in the markup; read only if the head states no date of the first version
 */
export function datesOf(head: Head, url: string, signals: () => PageSignals): PageDates {
  const context = contextOf(head);
  const read = (values: readonly string[]) => firstDate(values, context);
  const items = [...head.structuredData()].sort((one, other) => weightOf(one) - weightOf(other));
  const own = items.filter((item) => !FOREIGN_TYPE.test(itemType(item)));
  const datesIn = (some: readonly StructuredItem[]) =>
    valuesOf(some, ['datePublished', 'uploadDate', 'dateCreated']);
  const modifiedStated = read(head.allOf(MODIFIED)) ?? read(valuesOf(items, ['dateModified']));
  const published = [
    ...head.ofNames(PUBLISHED),
    ...datesIn(own.filter((item) => weightOf(item) === 0)),
    ...head.ofProperties(PUBLISHED),
    ...datesIn(own.filter((item) => weightOf(item) !== 0)),
  ];
  const uncertain = head.allOf(UNCERTAIN);
  const stated = read(published);
  if (stated !== null) {
    const others = () => [...published, ...uncertain].map((value) => read([value]));
    return { publishedAt: inLocalTime(stated, others), modifiedAt: modifiedStated };
  }
  const near = nearTitleAndUncertain(signals(), uncertain);
  const publishedAt =
    read(signals().published) ??
    read(
      valuesOf(
        items.filter((item) => itemType(item) === 'VideoObject'),
        ['uploadDate', 'datePublished'],
      ),
    ) ??
    dateInUrl(url) ??
    read(near);
  const all = () => near.map((value) => read([value]));
  return { publishedAt: withTime(publishedAt, all), modifiedAt: modifiedStated ?? read(signals().modified) };
}

/**
 * Dates near the title in their order. Where the head states one that may be of another version, it comes after those below the
 * title and before those above: a masthead has the date of today.
 */
function nearTitleAndUncertain(
  { heading, dates, datesAbove }: PageSignals,
  uncertain: readonly string[],
): string[] {
  if (heading === null) return [...uncertain, ...dates];
  return uncertain.length === 0 ? [...datesAbove, ...dates] : [...dates, ...uncertain, ...datesAbove];
}

/** The date with the time that another statement has for the same day. */
function withTime(date: string | null, others: () => readonly (string | null)[]): string | null {
  if (date?.length !== DAY_LENGTH) return date;
  return others().find((other) => other?.startsWith(`${date}T`)) ?? date;
}

function firstDate(values: readonly string[], { monthFirst, writesPoints }: PageContext): string | null {
  for (const value of values) {
    const date = readDate(value, { monthFirst: monthFirst || (writesPoints && OF_SYSTEM.test(value)) });
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

interface PageContext {
  readonly monthFirst: boolean;
  readonly writesPoints: boolean;
}

/**
 * The United States and some others write the month first; a page in English that names no country is likely one of theirs.
 * German writes points between numbers: a time with slashes is that of a system, which has the month first.
 */
function contextOf(head: Head): PageContext {
  const language = (head.language ?? head.first('og:locale', 'content-language') ?? '')
    .toLowerCase()
    .replace('_', '-');
  return {
    monthFirst: language === '' || language === 'en' || /^en-(?:us|ph)/.test(language),
    writesPoints: /^de(?:-|$)/.test(language),
  };
}
