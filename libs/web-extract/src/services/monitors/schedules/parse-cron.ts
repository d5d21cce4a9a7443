/** Values of the five fields of a cron expression. */
export interface CronFields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** With a day of the month and a weekday, either of them is sufficient. */
  readonly isEitherDay: boolean;
}

interface FieldRule {
  readonly name: string;
  readonly least: number;
  readonly most: number;
  /** Names of values, the first one for `least`. */
  readonly words?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const RULES: readonly FieldRule[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  { name: 'month', least: 1, most: 12, words: MONTHS },
  { name: 'weekday', least: 0, most: 7, words: WEEKDAYS },
];

/** Longest expression; one with every value listed has about 400 characters. */
export const MAX_CRON_CHARS = 500;

/** An expression that is not a cron expression of five fields. The message follows the name of the value. */
export class CronSyntaxError extends Error {}

/** @throws CronSyntaxError */
export function parseCron(expression: string): CronFields {
  if (expression.length > MAX_CRON_CHARS)
    throw new CronSyntaxError(`must have at most ${MAX_CRON_CHARS} characters`);
  const fields = expression.trim().toLowerCase().split(/\s+/);
  if (fields.length !== RULES.length)
    throw new CronSyntaxError(`must have five fields: minute, hour, day of the month, month and weekday`);
  const [minutes, hours, days, months, weekdays] = fields.map((field, at) => valuesOf(field, RULES[at]!));
  return {
    minutes: minutes!,
    hours: hours!,
    days: days!,
    months: months!,
    weekdays: [...new Set(weekdays!.map((day) => day % 7))].sort((a, b) => a - b),
    isEitherDay: !isAny(fields[2]!) && !isAny(fields[4]!),
  };
}

/** Writes an expression in the form that all cron implementations accept. @throws CronSyntaxError */
export function normalizeCron(expression: string): string {
  parseCron(expression);
  const fields = expression.trim().toLowerCase().split(/\s+/);
  return fields.map((field, at) => field.split(',').map((part) => normalizePart(part, RULES[at]!)).join(',')).join(' '); // prettier-ignore
}

const isAny = (field: string): boolean => field === '*' || field === '?';

function normalizePart(part: string, rule: FieldRule): string {
  if (part === '?') return '*';
  const [range = '', step] = part.split('/');
  if (step === undefined || range === '*' || range.includes('-')) return part;
  return `${range}-${rule.most === 7 ? 6 : rule.most}/${step}`;
}

function valuesOf(field: string, rule: FieldRule): number[] {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const { from, to, step } = rangeOf(part, rule);
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

function rangeOf(part: string, rule: FieldRule): { from: number; to: number; step: number } {
  const [range = '', stepText, ...rest] = part.split('/');
  const step = stepText === undefined ? 1 : Number(/^\d{1,2}$/.test(stepText) ? stepText : Number.NaN);
  if (rest.length > 0 || !(step >= 1)) throw wrong(part, rule);
  if (isAny(range)) return { from: rule.least, to: rule.most === 7 ? 6 : rule.most, step };
  const ends = range.split('-');
  const from = valueOf(ends[0]!, rule);
  const last = stepText === undefined ? from : rule.most === 7 ? 6 : rule.most;
  const to = ends.length === 1 ? last : valueOf(ends[1]!, rule);
  if (ends.length > 2 || from > to) throw wrong(part, rule);
  return { from, to, step };
}

function valueOf(text: string, rule: FieldRule): number {
  const named = rule.words?.indexOf(text) ?? -1;
  if (named >= 0) return named + rule.least;
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= rule.least && value <= rule.most) return value;
  throw wrong(text, rule);
}

const wrong = (text: string, { name }: FieldRule): CronSyntaxError =>
  new CronSyntaxError(`has ${JSON.stringify(text.slice(0, 50))} in its field ${name}`);
