import type { Head } from './read-head.js';
import type { StructuredItem } from './structured-data.js';

const PUBLISHED = [
  'article:published_time',
  'article:published',
  'datepublished',
  'og:published_time',
  'publishdate',
  'publish-date',
  'publish_date',
  'pubdate',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date',
  'dc.date.created',
  'citation_publication_date',
  'citation_date',
  'date',
];
const MODIFIED = [
  'article:modified_time',
  'article:modified',
  'datemodified',
  'og:updated_time',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
  'revised',
];
const AUTHOR = [
  'author',
  'article:author',
  'parsely-author',
  'sailthru.author',
  'dc.creator',
  'dcterms.creator',
  'byl',
  'twitter:creator',
];

/** Returns the author's name; the URL of a profile is not a name. */
export function authorOf(head: Head): string | null {
  for (const name of AUTHOR) {
    const names = head.all(name).filter((value) => !/^(?:https?:)?\/\//i.test(value));
    if (names.length > 0) return [...new Set(names)].join(', ');
  }
  return firstOf(head.structuredData(), (item) => nameOf(item['author'] ?? item['creator']));
}

export function publishedAtOf(head: Head): string | null {
  return (
    head.first(...PUBLISHED) ??
    firstOf(head.structuredData(), (item) => textValue(item['datePublished'] ?? item['uploadDate']))
  );
}

export function modifiedAtOf(head: Head): string | null {
  return head.first(...MODIFIED) ?? firstOf(head.structuredData(), (item) => textValue(item['dateModified']));
}

function firstOf(
  items: readonly StructuredItem[],
  read: (item: StructuredItem) => string | null,
): string | null {
  for (const item of items) {
    const value = read(item);
    if (value !== null) return value;
  }
  return null;
}

function nameOf(value: unknown): string | null {
  if (Array.isArray(value))
    return (
      value
        .map(nameOf)
        .filter((name) => name !== null)
        .join(', ') || null
    );
  if (typeof value === 'object' && value !== null) return textValue((value as StructuredItem)['name']);
  return textValue(value);
}

function textValue(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
