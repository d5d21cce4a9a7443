import { InvalidRequestError } from '../../../model/errors.js';
import type { AdaptiveBounds, MonitorSchedule } from '../../../model/monitor/monitor.js';
import { CronClock, isTimeZone } from '../schedules/next-run.js';
import { CronSyntaxError } from '../schedules/parse-cron.js';
import { smallestGapMs } from '../schedules/smallest-gap.js';
import { cronOfText } from '../schedules/text-schedule.js';
import type { ScheduleRequest } from './monitor-request.js';

const MINUTE_MS = 60_000;
/** Longest interval of an adaptive schedule: a year. */
const MAX_MINUTES = 525_600;
const MAX_PAGES_PER_DAY = 10_000_000;
const UNKNOWN_TEXT =
  'is not known, or cannot be expressed as cron: write for example "every 30 minutes", "daily at 9:00", "weekdays at 8:30", or use cron';

/** @throws InvalidRequestError naming the field */
export function planSchedule(
  { cron, text, adaptive, timezone = 'UTC' }: ScheduleRequest,
  minIntervalMs: number,
  clock: CronClock,
  nowMs: number,
): MonitorSchedule {
  if ([cron, text, adaptive].filter((one) => one !== undefined).length !== 1)
    throw problem('schedule', 'must have exactly one of cron, text and adaptive');
  if (!isTimeZone(timezone)) throw problem('schedule.timezone', 'must be the IANA name of a time zone, such as Europe/Berlin'); // prettier-ignore
  if (adaptive !== undefined) return { adaptive: checkAdaptive(adaptive, minIntervalMs), timezone };
  const expression = cron ?? cronOfText(text!);
  const field = text === undefined ? 'schedule.cron' : 'schedule.text';
  if (expression === null) throw problem(field, UNKNOWN_TEXT);
  checkGap(expression, field, minIntervalMs);
  if (clock.next(expression, timezone, nowMs) === null) throw problem(field, 'never runs');
  return { cron: expression, timezone, isSpread: text !== undefined };
}

function checkGap(expression: string, field: string, minIntervalMs: number): void {
  const gap = gapOf(expression, field);
  if (gap === null) throw problem(field, 'never runs');
  if (gap < minIntervalMs)
    throw problem(field, `runs too often: the smallest interval is ${minIntervalMs / MINUTE_MS} minutes`);
}

function gapOf(expression: string, field: string): number | null {
  try {
    return smallestGapMs(expression);
  } catch (error) {
    throw error instanceof CronSyntaxError ? problem(field, error.message) : error;
  }
}

function checkAdaptive(
  { minMinutes, maxMinutes, maxPagesPerDay }: AdaptiveBounds,
  minIntervalMs: number,
): AdaptiveBounds {
  const path = 'schedule.adaptive';
  const least = minIntervalMs / MINUTE_MS;
  if (!(minMinutes >= least)) throw problem(`${path}.minMinutes`, `must be at least the smallest interval of ${least} minutes`); // prettier-ignore
  if (!(maxMinutes >= minMinutes && maxMinutes <= MAX_MINUTES))
    throw problem(`${path}.maxMinutes`, `must be from minMinutes to ${MAX_MINUTES}`);
  const pages = maxPagesPerDay ?? 1;
  if (!(Number.isInteger(pages) && pages >= 1 && pages <= MAX_PAGES_PER_DAY))
    throw problem(`${path}.maxPagesPerDay`, `must be an integer from 1 to ${MAX_PAGES_PER_DAY}`);
  return { minMinutes, maxMinutes, ...(maxPagesPerDay === undefined ? {} : { maxPagesPerDay }) };
}

const problem = (field: string, reason: string): InvalidRequestError =>
  InvalidRequestError.at(field.split('.'), { code: 'contradiction', reason });
