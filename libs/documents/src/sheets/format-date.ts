import type { FormatToken } from './format-tokens.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const DAY_MS = 86_400_000;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Days from 1 January 1900 to 1904. */
const DAYS_TO_1904 = 1_462;
/** Serial number of 29 February 1900, which does not exist: spreadsheets treat 1900 as a leap year. */
const NO_SUCH_DAY = 60;

interface Moment {
  readonly date: Date;
  /** The serial number, for elapsed times. */
  readonly days: number;
}

/**
 * Returns a writer of serial numbers as dates and times in the format of a section; it returns null for invalid dates.
 */
export function dateWriter(
  tokens: readonly FormatToken[],
  countsFrom1904: boolean,
): (value: number) => string | null {
  const decimals = tokens.reduce(
    (most, token) => Math.max(most, token.kind === 'date' ? (token.part.split('.')[1]?.length ?? 0) : 0),
    0,
  );
  const hasHalves = tokens.some((token) => token.kind === 'date' && token.part.startsWith('a'));
  return (value) => {
    const moment = momentOf(value, countsFrom1904, decimals);
    if (!moment) return null;
    let text = '';
    for (const token of tokens) {
      if (token.kind !== 'date') text += token.kind === 'literal' ? token.text : (SIGNS[token.kind] ?? '');
      else text += token.isElapsed ? elapsed(moment, token.part) : part(moment, token.part, hasHalves);
    }
    return text;
  };
}

const SIGNS: Readonly<Partial<Record<FormatToken['kind'], string>>> = { slash: '/', comma: ',', point: '.' };

function momentOf(value: number, countsFrom1904: boolean, decimals: number): Moment | null {
  const days = value + (countsFrom1904 ? DAYS_TO_1904 : 0);
  if (days < 0 || days >= LAST_DAY + 1) return null;
  const sinceEpoch = days - 25_569 + (days < NO_SUCH_DAY ? 1 : 0);
  // rounds the displayed value once: 59.9999 s must not become 59
  const step = 1000 / 10 ** Math.min(decimals, 3);
  return { date: new Date(Math.round((sinceEpoch * DAY_MS) / step) * step), days };
}

function elapsed({ days }: Moment, name: string): string {
  const seconds = Math.round(days * 86_400);
  const unit = name[0] === 'h' ? 3_600 : name[0] === 'n' || name[0] === 'm' ? 60 : 1;
  return String(Math.floor(seconds / unit)).padStart(name.length, '0');
}

function part({ date }: Moment, name: string, hasHalves: boolean): string {
  const two = (value: number) => (name.length > 1 ? String(value).padStart(2, '0') : String(value));
  const hours = date.getUTCHours();
  switch (name[0]) {
    case 'y':
      return name.length > 2
        ? String(date.getUTCFullYear()).padStart(4, '0')
        : String(date.getUTCFullYear() % 100).padStart(2, '0');
    case 'm':
      return month(date.getUTCMonth(), name.length);
    case 'd':
      return day(date, name.length);
    case 'h':
      return two(hasHalves ? hours % 12 || 12 : hours);
    case 'n':
      return two(date.getUTCMinutes());
    case 's':
      return seconds(date, name);
    default:
      return name === 'a/p' ? (hours < 12 ? 'A' : 'P') : hours < 12 ? 'AM' : 'PM';
  }
}

function month(number: number, length: number): string {
  const name = MONTHS[number]!;
  if (length === 5) return name[0]!;
  if (length > 3) return name;
  if (length === 3) return name.slice(0, 3);
  return String(number + 1).padStart(length, '0');
}

function day(date: Date, length: number): string {
  const name = DAYS[date.getUTCDay()]!;
  if (length > 3) return name;
  if (length === 3) return name.slice(0, 3);
  return String(date.getUTCDate()).padStart(length, '0');
}

function seconds(date: Date, name: string): string {
  const [whole = 's', decimals = ''] = name.split('.');
  const text = String(date.getUTCSeconds()).padStart(whole.length > 1 ? 2 : 1, '0');
  if (decimals === '') return text;
  return `${text}.${String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(decimals.length, '0').slice(0, decimals.length)}`;
}
