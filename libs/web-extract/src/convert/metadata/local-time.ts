const WITH_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const UTC = /(?:Z|[+-]00:00)$/;
const ZONE = /(?:Z|[+-]\d{2}:\d{2})$/;
/** Zones differ from UTC by multiples of it (tz database). */
const QUARTER_MS = 15 * 60_000;
const WEST_MS = -12 * 3_600_000;
const EAST_MS = 14 * 3_600_000;

/**
 * Writes a time in UTC in the zone of its page, so that its day is the one that readers see. Systems write
 * `2023-11-09T03:28:35Z` in one place and `2023-11-08 22:28:35` in another.
 *
 * @param date ISO 8601
 * @param others dates that the page states for the same event, in ISO 8601 with or without a zone
 * @returns the same instant; the date itself if the page does not tell its zone
 */
export function inLocalTime(date: string, others: readonly (string | null)[]): string {
  if (!UTC.test(date) || !WITH_TIME.test(date)) return date;
  const instant = Math.floor(Date.parse(date) / 1000) * 1000;
  for (const other of others) {
    if (other === null || UTC.test(other) || !WITH_TIME.test(other)) continue;
    const local = other.replace(ZONE, '');
    const offset = Math.floor(Date.parse(`${local}Z`) / 1000) * 1000 - instant;
    const isZone = offset !== 0 && offset % QUARTER_MS === 0 && offset >= WEST_MS && offset <= EAST_MS;
    if (!isZone) continue;
    const written = local + zoneOf(offset);
    if (local === other || written === other) return written;
  }
  return date;
}

function zoneOf(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
