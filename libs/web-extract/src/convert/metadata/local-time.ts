const WITH_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const UTC = /(?:Z|[+-]00:00)$/;
const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;
/** Times that people choose: two of them may differ by hours and be those of different events. */
const ROUND = /:00(?:\.0+)?$/;
const HALF_HOUR_MS = 30 * 60_000;
/** Offsets in minutes that are no multiples of half an hour (tz database): Nepal, Eucla, Chatham Islands. */
const ODD_MINUTES = new Set([345, 525, 765, 825]);
const WEST_MS = -12 * 3_600_000;
const EAST_MS = 14 * 3_600_000;

/**
 * Writes a time in UTC in the zone of its page, so that its day is the one that readers see. Systems write
 * `2023-11-09T03:28:35Z` in one place and `2023-11-08 22:28:35` in another: the same second in a zone that exists.
 *
 * @param date ISO 8601
 * @param others dates that the page states, in ISO 8601 with or without a zone; read only for a time in UTC
 * @returns the same instant; the date itself if the page does not tell its zone
 */
export function inLocalTime(date: string, others: () => readonly (string | null)[]): string {
  if (!UTC.test(date) || !WITH_TIME.test(date)) return date;
  const instant = secondOf(date);
  for (const other of others()) {
    if (other === null || UTC.test(other) || !WITH_TIME.test(other)) continue;
    const local = other.replace(ZONE, '');
    const isZoned = local !== other;
    if (!isZoned && ROUND.test(local)) continue;
    const offset = secondOf(`${local}Z`) - instant;
    if (!isOffset(offset)) continue;
    const written = local + zoneOf(offset);
    if (!isZoned || written === other) return written;
  }
  return date;
}

/** Milliseconds since 1970, of the whole second. */
function secondOf(date: string): number {
  return Math.floor(Date.parse(date) / 1000) * 1000;
}

function isOffset(ms: number): boolean {
  if (ms === 0 || ms < WEST_MS || ms > EAST_MS) return false;
  return ms % HALF_HOUR_MS === 0 || ODD_MINUTES.has(ms / 60_000);
}

function zoneOf(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
