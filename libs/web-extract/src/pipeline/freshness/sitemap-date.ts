/** Modification date of a page in a sitemap. */
export interface SitemapDate {
  /** In milliseconds since the epoch. */
  readonly atMs: number;
  /** True if it has no time: the page may have changed at any time of the day. */
  readonly isDay: boolean;
}

const DAY_MS = 86_400_000;
/** W3C profile of ISO 8601, used by sitemaps. */
const FORMAT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** @returns null for an invalid date */
export function readSitemapDate(text: string): SitemapDate | null {
  const trimmed = text.trim();
  if (!FORMAT.test(trimmed)) return null;
  const isDay = trimmed.length === 10;
  const hasZone = /[Zz]$|[+-]\d{2}:?\d{2}$/.test(trimmed.slice(10));
  const atMs = Date.parse(isDay || hasZone ? trimmed : `${trimmed}Z`);
  return Number.isNaN(atMs) ? null : { atMs, isDay };
}

/** Compares a modification date with a visit: `perhaps` if both are on the same day. */
export function isNewer({ atMs, isDay }: SitemapDate, visitedAt: number): 'yes' | 'perhaps' | 'no' {
  if (atMs > visitedAt) return 'yes';
  return isDay && atMs + DAY_MS > visitedAt ? 'perhaps' : 'no';
}
