import { readWeekdays } from './days-of-week.js';
import { readTimes, readTimeOfDay, splitList, numbers } from './time-of-day.js';

/** Longest text that is read. */
export const MAX_SCHEDULE_TEXT_CHARS = 200;

const NUMBERS: ReadonlyMap<string, number> = new Map(
  [
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    'sixteen seventeen eighteen nineteen twenty',
  ]
    .join(' ')
    .split(' ')
    .map((word, at) => [word, at + 1] as const),
);
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']; // prettier-ignore
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
/** Every month has this day. */
const LAST_COMMON_DAY = 28;
const MIDNIGHT = ['0', '0'] as const;

type Times = readonly [minutes: string, hours: string];
/** Writes the expression of a phrase; null if it does not match. */
type Rule = (text: string) => string | null;

/**
 * Translates a schedule in words, such as `every 30 minutes` or `weekdays at 8:30`, to a cron expression.
 * @returns null if the text is not known, or if cron cannot express it
 */
export function cronOfText(text: string): string | null {
  if (text.length > MAX_SCHEDULE_TEXT_CHARS) return null;
  const plain = timeLast(text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, ''));
  for (const rule of RULES) {
    const cron = rule(plain);
    if (cron !== null) return cron;
  }
  return null;
}

/** `at 9:00 every day` → `every day at 9:00`. */
function timeLast(text: string): string {
  const [, time, rest] = /^at ([\d:., apm]+|noon|midnight) (every .+|each .+|on .+|daily|weekdays|weekends)$/.exec(text) ?? []; // prettier-ignore
  return time === undefined ? text : `${rest!} at ${time}`;
}

const RULES: readonly Rule[] = [minutely, hourly, everyHours, daily, weekly, monthly, yearly];

function minutely(text: string): string | null {
  if (/^(?:every minute|each minute|minutely|once a minute)$/.test(text)) return '* * * * *';
  const [, count, start] = /^every ([a-z0-9]+) ?(?:minutes?|mins?|m)(?: (?:starting|beginning) at (.+))?$/.exec(withParts(text)) ?? []; // prettier-ignore
  const minutes = count === undefined ? null : readCount(count);
  if (minutes === null) return null;
  if (minutes % 60 === 0) return everyNthHour(minutes / 60, start);
  if (60 % minutes !== 0) return null;
  if (start === undefined) return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`;
  const first = readMinute(start);
  if (first === null) return null;
  const list = numbers(Array.from({ length: 60 / minutes }, (_, at) => (first + at * minutes) % 60));
  return `${list.join(',')} * * * *`;
}

/** Fractions of an hour in minutes. */
const withParts = (text: string): string =>
  text
    .replace(/^every (?:half hour|half an hour|half-hour)(?=$| )/, 'every 30 minutes')
    .replace(/^every (?:quarter hour|quarter of an hour|quarter-hour)(?=$| )/, 'every 15 minutes');

function hourly(text: string): string | null {
  const [, , rest] = /^(hourly|every hour|each hour|once an hour|once per hour)(?: (.+))?$/.exec(text) ?? [];
  if (rest === undefined)
    return /^(?:hourly|(?:every|each) hour|once (?:an|per) hour)$/.test(text) ? '0 * * * *' : null;
  const [, at] = /^(?:at|starting at|beginning at) (.+)$/.exec(rest) ?? [];
  const minute = at === undefined ? null : readMinute(at);
  return minute === null ? null : `${minute} * * * *`;
}

function everyHours(text: string): string | null {
  const plain = text.replace(/^every other hour/, 'every 2 hours');
  const [, count, start] = /^every ([a-z0-9]+) ?(?:hours?|hrs?|h)(?: (?:at|starting at|beginning at) (.+))?$/.exec(plain) ?? []; // prettier-ignore
  const hours = count === undefined ? null : readCount(count);
  return hours === null ? null : everyNthHour(hours, start);
}

function everyNthHour(hours: number, start: string | undefined): string | null {
  if (hours < 1 || 24 % hours !== 0) return null;
  const minute = start === undefined ? 0 : readMinute(start);
  const begin = minute === null ? readTimeOfDay(start!) : { hour: 0, minute };
  if (!begin) return null;
  if (hours === 1) return begin.hour === 0 || minute !== null ? `${begin.minute} * * * *` : null;
  if (hours === 24) return `${begin.minute} ${begin.hour} * * *`;
  if (begin.hour % hours === 0) return `${begin.minute} */${hours} * * *`;
  const list = numbers(Array.from({ length: 24 / hours }, (_, at) => (begin.hour + at * hours) % 24));
  return `${begin.minute} ${list.join(',')} * * *`;
}

function daily(text: string): string | null {
  const rest = afterAny(text, [
    'daily',
    'every day',
    'each day',
    'once a day',
    'once daily',
    'once per day',
    'everyday',
  ]);
  const times = rest === null ? null : timesOf(rest);
  return times && `${times.join(' ')} * * *`;
}

function weekly(text: string): string | null {
  const [days, rest] = splitAtTime(text);
  const named = /^(?:(?:weekly|every week|each week|once a week) on |every |each |on )?(.+)$/.exec(days)?.[1];
  const plural = /^(?:weekly|every week|each week|once a week|every|each|on)\b/.test(days) || /s$|weekend/.test(days) || /[-–]| to | through /.test(days); // prettier-ignore
  const weekdays = named === undefined ? null : readWeekdays(named);
  const times = timesOf(rest);
  return weekdays !== null && plural && times ? `${times.join(' ')} * * ${weekdays}` : null;
}

function monthly(text: string): string | null {
  const [when, rest] = splitAtTime(text);
  const times = timesOf(rest);
  if (!times) return null;
  if (/^(?:monthly|every month|each month|once a month)$/.test(when)) return `${times.join(' ')} 1 * *`;
  const [, before, after] =
    /^(?:(?:monthly|every month|each month|once a month) on (?:the |day )?(.+)|(?:on )?the (.+) (?:of|day of) (?:every|each|the) month)$/.exec(when) ?? []; // prettier-ignore
  const days = readMonthDays(before ?? after ?? '');
  return days === null ? null : `${times.join(' ')} ${days} * *`;
}

function yearly(text: string): string | null {
  const [when, rest] = splitAtTime(text);
  const times = timesOf(rest);
  const [, first, second] = /^(?:yearly|annually|every year|each year|once a year) on (?:the )?([a-z0-9]+)(?: of)? ([a-z0-9]+)$/.exec(when) ?? []; // prettier-ignore
  if (!times || first === undefined) return null;
  const isMonthFirst = monthOf(first) > 0;
  const month = monthOf(isMonthFirst ? first : second!);
  const day = readOrdinal(isMonthFirst ? second! : first);
  return month > 0 && day !== null && day <= MONTH_DAYS[month - 1]!
    ? `${times.join(' ')} ${day} ${month} *`
    : null;
}

/** The text after one of the phrases; null if it begins with none of them. */
function afterAny(text: string, phrases: readonly string[]): string | null {
  const phrase = phrases.find((one) => text === one || text.startsWith(`${one} `));
  return phrase === undefined ? null : text.slice(phrase.length).trim();
}

function splitAtTime(text: string): readonly [before: string, time: string] {
  const at = text.indexOf(' at ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Times of a day from `at 9:00`; midnight without a text. */
function timesOf(rest: string): Times | null {
  if (rest === '') return MIDNIGHT;
  return rest.startsWith('at ') ? readTimes(rest.slice('at '.length)) : null;
}

/** Reads `:07`, `minute 7` and `7 minutes past the hour`. */
function readMinute(text: string): number | null {
  if (text === 'half past') return 30;
  const [, short, named, past] = /^(?::(\d{2})|minute (\d{1,2})|(\d{1,2}) minutes? past(?: the hour)?)$/.exec(text) ?? []; // prettier-ignore
  const minute = Number(short ?? named ?? past ?? Number.NaN);
  return minute <= 59 ? minute : null;
}

function readCount(text: string): number | null {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : (NUMBERS.get(text) ?? 0);
  return count >= 1 ? count : null;
}

function readMonthDays(text: string): string | null {
  const days = splitList(text.replace(/(?<=and )the /g, '')).map(readOrdinal);
  if (days.some((day) => day === null || day > LAST_COMMON_DAY)) return null;
  return numbers(days as number[]).join(',');
}

const ORDINALS: ReadonlyMap<string, number> = new Map([
  ['first', 1],
  ['second', 2],
  ['third', 3],
]);

function readOrdinal(text: string): number | null {
  const named = ORDINALS.get(text);
  if (named !== undefined) return named;
  const [, digits, ending] = /^(\d{1,2})(st|nd|rd|th)?$/.exec(text) ?? [];
  const day = Number(digits ?? 0);
  if (day < 1 || day > 31 || (ending !== undefined && ending !== endingOf(day))) return null;
  return day;
}

function endingOf(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

const monthOf = (name: string): number => MONTHS.findIndex((month) => month === name || (name.length === 3 && month.startsWith(name))) + 1; // prettier-ignore
