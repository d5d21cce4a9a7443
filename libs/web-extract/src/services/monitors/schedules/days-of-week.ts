import { numbers, splitList } from './time-of-day.js';

const DAYS: ReadonlyMap<string, number> = new Map(
  [
    ['sunday', 'sun'],
    ['monday', 'mon'],
    ['tuesday', 'tue', 'tues'],
    ['wednesday', 'wed'],
    ['thursday', 'thu', 'thur', 'thurs'],
    ['friday', 'fri'],
    ['saturday', 'sat'],
  ].flatMap((names, day) => names.map((name) => [name, day] as const)),
);

/** Reads weekdays such as `monday`, `mondays and thursdays`, `monday to friday`; null for anything else. @returns a cron field */
export function readWeekdays(text: string): string | null {
  if (/^(?:week|work|working )days?$/.test(text)) return '1-5';
  if (/^weekends?$/.test(text)) return '0,6';
  const range = /^([a-z]+) ?(?:-|–|to|through) ?([a-z]+)$/.exec(text);
  if (range) return readRange(range[1]!, range[2]!);
  const days = splitList(text).map(dayOf);
  return days.some((day) => day === undefined) ? null : numbers(days as number[]).join(',');
}

function readRange(first: string, last: string): string | null {
  const from = dayOf(first);
  const to = dayOf(last);
  if (from === undefined || to === undefined || from === to) return null;
  return from < to ? `${from}-${to}` : numbers([...rangeOf(from, 6), ...rangeOf(0, to)]).join(',');
}

const rangeOf = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

const dayOf = (name: string): number | undefined => DAYS.get(name) ?? DAYS.get(name.replace(/s$/, ''));
