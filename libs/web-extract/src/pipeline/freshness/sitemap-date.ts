/** When a sitemap says that a page changed. */
export interface SitemapDate {
  /** In milliseconds since the epoch. */
  readonly atMs: number;
  /** It names a day only: the page may have changed at any time of it. */
  readonly isDay: boolean;
}

const DAY_MS = 86_400_000;
/** W3C's profile of ISO 8601, which sitemaps use. */
const FORMAT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** @returns null for what is no date */
export function readSitemapDate(text: string): SitemapDate | null {
  const trimmed = text.trim();
  if (!FORMAT.test(trimmed)) return null;
  const isDay = trimmed.length === 10;
  const hasZone = /[Zz]$|[+-]\d{2}:?\d{2}$/.test(trimmed.slice(10));
  const atMs = Date.parse(isDay || hasZone ? trimmed : `${trimmed}Z`);
  return Number.isNaN(atMs) ? null : { atMs, isDay };
}

/** Whether a page changed after a visit: for certain, perhaps (on the day of the visit), or not. */
export function isNewer({ atMs, isDay }: SitemapDate, visitedAt: number): 'yes' | 'perhaps' | 'no' {
  if (atMs > visitedAt) return 'yes';
  return isDay && atMs + DAY_MS > visitedAt ? 'perhaps' : 'no';
}
