import { readSitemapDate } from './sitemap-date.js';

/** Date of RFC 822 with a year of four digits, as RSS has it. */
const RFC_822 =
  /^(?:[A-Za-z]{3}, )?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:GMT|UTC?|Z|E[SD]T|C[SD]T|M[SD]T|P[SD]T|[+-]\d{4})$/;

/** Reads a date of a feed, in milliseconds since the epoch: RFC 822 or ISO 8601. @returns null for an invalid date */
export function readFeedDate(text: string): number | null {
  const trimmed = text.trim();
  if (!RFC_822.test(trimmed)) return readSitemapDate(trimmed)?.atMs ?? null;
  const atMs = Date.parse(trimmed.replace(/ (?:UT|Z)$/, ' GMT'));
  return Number.isNaN(atMs) ? null : atMs;
}
