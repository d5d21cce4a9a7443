import { monthOf } from './month-names.js';

/** Longer texts say more than a date. */
const MAX_CHARS = 100;
const MIN_YEAR = 1800;
const MAX_YEAR = 2100;
/** Numbers outside are identifiers. In milliseconds: 1990 to 2100. */
const EPOCH = { first: 631_152_000_000, last: 4_102_444_800_000 };

const ISO =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:(?:\s+|\s*T\s*)(\d{1,2}):(\d{2})(?::(\d{1,2})([.,]\d{1,9})?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(?:\[[\w/+-]{1,40}\])?)?$/i;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;
const TIME = /(?:^|[^\d:.])(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d{1,9})?(?![\d:])\s*([ap]\.?\s?m\b\.?)?/i;
const ZONE = /\d\s*(Z|UTC|GMT|[A-Z]{3,4}T)?\s?([+-]\d{2}:?\d{2})?(?=$|[\s()])/;
/** Zones by their names; of one that is not known the time is left without a zone. */
const ZONES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Z: 'Z',
    UTC: 'Z',
    GMT: 'Z',
    EST: '-05:00',
    EDT: '-04:00',
    CST: '-06:00',
    CDT: '-05:00',
    MST: '-07:00',
    MDT: '-06:00',
    PST: '-08:00',
    PDT: '-07:00',
    CET: '+01:00',
    CEST: '+02:00',
    MEZ: '+01:00',
    MESZ: '+02:00',
    EET: '+02:00',
    EEST: '+03:00',
    BST: '+01:00',
    WEST: '+01:00',
    MSK: '+03:00',
    JST: '+09:00',
    KST: '+09:00',
  }),
);

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** How a page writes dates. */
export interface DateContext {
  /** True if the month comes before the day in `1/2/2024`, as in the United States. */
  readonly monthFirst?: boolean;
}

/**
 * Reads a date as people and systems write it.
 *
 * @returns ISO 8601 with what the text states: no time or zone is added; null if it is no date
 */
export function readDate(written: string, { monthFirst = false }: DateContext = {}): string | null {
  const text = written.trim();
  if (text === '' || text.length > MAX_CHARS) return null;
  if (!/\d{4}/.test(text)) return null;
  if (text.length === 4) return isYear(Number(text)) ? text : null;
  return readEpoch(text) ?? readIso(text) ?? readCompact(text) ?? readWritten(text, monthFirst);
}

function readEpoch(text: string): string | null {
  if (!/^\d{9,13}(?:\.\d+)?$/.test(text)) return null;
  const number = Number(text);
  const ms = text.length >= 12 && number >= EPOCH.first ? number : number * 1000;
  return ms >= EPOCH.first && ms <= EPOCH.last ? new Date(ms).toISOString().replace('.000', '') : null;
}

function readIso(text: string): string | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, fraction = '', zone] = match;
  const parts = { year: Number(year), month: Number(month), day: Number(day ?? 1) };
  if (!isDate(parts)) return null;
  if (day === undefined) return hour === undefined ? `${year}-${two(parts.month)}` : null;
  if (hour === undefined) return isoOf(parts);
  if (!isTime(Number(hour), Number(minute), Number(second ?? 0))) return isoOf(parts);
  const seconds = second === undefined ? '' : `:${second.padStart(2, '0')}${fraction.replace(',', '.')}`;
  return `${isoOf(parts)}T${two(Number(hour))}:${minute}${seconds}${zoneOf(zone)}`;
}

function readCompact(text: string): string | null {
  const match = COMPACT.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, zone] = match;
  const parts = { year: Number(year), month: Number(month), day: Number(day) };
  if (!isDate(parts)) return null;
  if (hour === undefined || !isTime(Number(hour), Number(minute), Number(second ?? 0))) return isoOf(parts);
  return `${isoOf(parts)}T${hour}:${minute}${second ? `:${second}` : ''}${zoneOf(zone)}`;
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined) return '';
  if (/^(?:z|utc|gmt)$/i.test(zone)) return 'Z';
  const digits = zone.replace(':', '');
  return `${digits.slice(0, 3)}:${digits.slice(3) || '00'}`;
}

/** A date with the name of its month, or with its numbers in another order, and a time if one is written. */
function readWritten(text: string, monthFirst: boolean): string | null {
  const found = namedDate(text) ?? numericDate(text, monthFirst);
  if (!found || !isDate(found.parts)) return null;
  const rest = text.replace(found.text, ' ');
  return isoOf(found.parts) + timeIn(rest);
}

interface FoundDate {
  readonly parts: DateParts;
  readonly text: string;
}

const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.|er|º|ª|°)?[\s-]{1,3}(?:of\s|de\s|di\s)?\s?(\p{L}{3,14})[.,]?[\s,-]{1,3}(?:de\s|del\s)?\s?(\d{4})(?!\d)/iu;
const MONTH_FIRST =
  /(?<!\p{L})(\p{L}{3,14})\.?[\s-]{1,3}(\d{1,2})(?:st|nd|rd|th)?,?[\s-]{1,3}(\d{4})(?!\d)/iu;
/** `Fri Apr 28 19:20:36 CEST 2023` */
const YEAR_LAST =
  /(?<!\p{L})(\p{L}{3,9})\.?\s(\d{1,2})\s\d{1,2}:\d{2}(?::\d{2})?(?:\s[A-Z]{1,5})?(?:\s?[+-]\d{4})?\s(\d{4})(?!\d)/u;
const YEAR_FIRST = /(?<!\d)(\d{4})(?:[\s,-]{1,3}|\.\s)(\p{L}{3,14})\.?[\s-]{1,3}(\d{1,2})(?!\d)/iu;

const WORD = /\p{L}{3,14}/gu;

function namedDate(text: string): FoundDate | null {
  if (!text.match(WORD)?.some((word) => monthOf(word) !== null)) return null; // the patterns below are dearer
  return (
    named(DAY_FIRST.exec(text), [3, 2, 1]) ??
    named(MONTH_FIRST.exec(text), [3, 1, 2]) ??
    named(YEAR_FIRST.exec(text), [1, 2, 3]) ??
    named(YEAR_LAST.exec(text), [3, 1, 2], ['year'])
  );
}

function named(
  match: RegExpExecArray | null,
  [year, month, day]: readonly [number, number, number],
  [kept] = [] as string[],
): FoundDate | null {
  const number = match ? monthOf(match[month]!) : null;
  if (!match || number === null) return null;
  const parts = { year: Number(match[year]), month: number, day: Number(match[day]) };
  // a time between day and year is read from the rest
  return { parts, text: kept ? `${match[1]} ${match[2]}` : match[0] };
}

const NUMERIC_YEAR_FIRST = /(?<!\d)(\d{4})\s?[/.年년-]\s?(\d{1,2})\s?[/.月월-]\s?(\d{1,2})(?!\d)/;
const NUMERIC_YEAR_LAST = /(?<!\d)(\d{1,2})(?:\.\s?|[/-])(\d{1,2})(?:\.\s?|[/-])(\d{4})(?!\d)/;

function numericDate(text: string, monthFirst: boolean): FoundDate | null {
  const first = NUMERIC_YEAR_FIRST.exec(text);
  if (first)
    return {
      parts: { year: Number(first[1]), month: Number(first[2]), day: Number(first[3]) },
      text: first[0],
    };
  const last = NUMERIC_YEAR_LAST.exec(text);
  if (!last) return null;
  const [one, two] = [Number(last[1]), Number(last[2])];
  const isMonthFirst = two > 12 || (one <= 12 && monthFirst && last[0].includes('/'));
  const [month, day] = isMonthFirst ? [one, two] : [two, one];
  return { parts: { year: Number(last[3]), month, day }, text: last[0] };
}

function timeIn(text: string): string {
  const match = TIME.exec(text);
  if (!match) return '';
  const [whole, hours, minutes, seconds, half] = match;
  let hour = Number(hours);
  if (half) hour = (hour % 12) + (/^p/i.test(half) ? 12 : 0);
  if (!isTime(hour, Number(minutes), Number(seconds ?? 0))) return '';
  const [, name, offset] =
    ZONE.exec(whole.slice(-2).replace(/\D/g, '') + text.slice(match.index + whole.length)) ?? [];
  const zone = offset ? zoneOf(offset) : (ZONES.get(name ?? '') ?? '');
  return `T${two(hour)}:${minutes}${seconds ? `:${seconds}` : ''}${zone}`;
}

function isoOf({ year, month, day }: DateParts): string {
  return `${year}-${two(month)}-${two(day)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

function isYear(year: number): boolean {
  return year >= MIN_YEAR && year <= MAX_YEAR;
}

function isDate({ year, month, day }: DateParts): boolean {
  if (!isYear(year) || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isTime(hour: number, minute: number, second: number): boolean {
  return hour < 24 && minute < 60 && second < 61;
}

const IN_PATH = /\/((?:19|20)\d{2})[/-]?(\d{2})[/-]?(\d{2})(?=[/_.-]|$|[?#])/;

/** The date in the path of an address, as many news sites have it. */
export function dateInUrl(url: string): string | null {
  const match = IN_PATH.exec(url);
  if (!match) return null;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  return isDate(parts) ? isoOf(parts) : null;
}
