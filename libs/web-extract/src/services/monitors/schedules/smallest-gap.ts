import { parseCron, type CronFields } from './parse-cron.js';

const DAY_MINUTES = 1_440;
const MINUTE_MS = 60_000;
/** The calendar repeats after 400 years; neighbouring days of any kind occur within 28. */
const DAYS_OF_CALENDAR = 28 * 366;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
/** Start of the calendar that is searched: a Saturday. */
const FIRST_DAY = Date.UTC(2000, 0, 1);

/**
 * Shortest time between any two runs of a cron expression in milliseconds, by the clock; null if it never runs twice.
 * @throws CronSyntaxError
 */
export function smallestGapMs(expression: string): number | null {
  const fields = parseCron(expression);
  const times = timesOfDay(fields);
  let gap = Infinity;
  for (let at = 1; at < times.length; at++) gap = Math.min(gap, times[at]! - times[at - 1]!);
  const overnight = DAY_MINUTES - times.at(-1)! + times[0]!;
  const days = smallestDayGap(fields);
  if (days === null) return null;
  gap = Math.min(gap, overnight + (days - 1) * DAY_MINUTES);
  return gap * MINUTE_MS;
}

/** Average number of runs in 30 days. @throws CronSyntaxError */
export function runsPerMonth(expression: string): number {
  const fields = parseCron(expression);
  let days = 0;
  for (let day = 0; day < YEAR_DAYS; day++)
    if (matchesDay(fields, new Date(FIRST_DAY + day * DAY_MS))) days++;
  return (fields.minutes.length * fields.hours.length * days * 30) / YEAR_DAYS;
}

function timesOfDay({ hours, minutes }: CronFields): number[] {
  return hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute));
}

/** Days between the two nearest days with runs; null if there are none. */
function smallestDayGap(fields: CronFields): number | null {
  if (isEveryDay(fields)) return 1;
  let smallest: number | null = null;
  let last: number | null = null;
  for (let day = 0; day < DAYS_OF_CALENDAR && smallest !== 1; day++) {
    if (!matchesDay(fields, new Date(FIRST_DAY + day * DAY_MS))) continue;
    if (last !== null) smallest = Math.min(smallest ?? Infinity, day - last);
    last = day;
  }
  return smallest;
}

const isEveryDay = ({ days, months, weekdays }: CronFields): boolean =>
  days.length === 31 && months.length === 12 && weekdays.length === 7;

function matchesDay({ days, months, weekdays, isEitherDay }: CronFields, date: Date): boolean {
  if (!months.includes(date.getUTCMonth() + 1)) return false;
  const byDay = days.includes(date.getUTCDate());
  const byWeekday = weekdays.includes(date.getUTCDay());
  return isEitherDay ? byDay || byWeekday : byDay && byWeekday;
}
