/** A time of a day. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const CLOCK = /^(\d{1,2})(?:[:.](\d{2}))?(?: ?(am|pm|[ap]\.m\.?))?$/;
const WORDS: ReadonlyMap<string, TimeOfDay> = new Map([
  ['noon', { hour: 12, minute: 0 }],
  ['midday', { hour: 12, minute: 0 }],
  ['midnight', { hour: 0, minute: 0 }],
]);

/** Reads `9`, `9:05`, `9 am`, `noon` and the like; null for anything else. */
export function readTimeOfDay(text: string): TimeOfDay | null {
  const word = WORDS.get(text);
  if (word) return word;
  const [, hours, minutes = '0', half] = CLOCK.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : hourOfHalf(Number(hours), half.startsWith('p'));
  const minute = Number(minutes);
  return hour !== null && hour <= 23 && minute <= 59 ? { hour, minute } : null;
}

function hourOfHalf(hour: number, isAfternoon: boolean): number | null {
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

/** Reads a list such as `9:00, 12:00 and 18:00`. @returns cron minutes and hours; null if cron needs several expressions */
export function readTimes(text: string): readonly [minutes: string, hours: string] | null {
  const times = splitList(text).map(readTimeOfDay);
  if (times.length === 0 || times.some((time) => time === null)) return null;
  const minutes = numbers(times.map((time) => time!.minute));
  const hours = numbers(times.map((time) => time!.hour));
  const isProduct =
    new Set(times.map((time) => time!.hour * 60 + time!.minute)).size === minutes.length * hours.length;
  return isProduct ? [minutes.join(','), hours.join(',')] : null;
}

/** Splits `a, b and c`. */
export const splitList = (text: string): string[] =>
  text.split(/, and |,| and |&/).map((part) => part.trim());

/** Distinct numbers in ascending order. */
export const numbers = (list: readonly number[]): number[] => [...new Set(list)].sort((a, b) => a - b);
