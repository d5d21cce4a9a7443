/** Possible notations of a number. */
export function numberForms(value: number): string[] {
  const forms = new Set<string>();
  for (const number of [value, ...(value > 0 && value < 1 ? [percentOf(value)] : [])]) {
    const [whole = '', fraction = ''] = plain(number).split('.');
    const fractions = fraction === '' ? ['', '00', '0'] : [fraction, fraction.padEnd(2, '0')];
    for (const digits of fractions) for (const form of withSeparators(whole, digits)) forms.add(form);
  }
  return [...forms];
}

function percentOf(value: number): number {
  return Number((value * 100).toPrecision(12));
}

function plain(value: number): string {
  const text = String(Math.abs(value));
  return text.includes('e')
    ? Math.abs(value)
        .toFixed(12)
        .replace(/\.?0+$/, '')
    : text;
}

function withSeparators(whole: string, fraction: string): string[] {
  const grouped = (separator: string) => whole.replace(/\B(?=(\d{3})+$)/g, separator);
  const [point, comma] = fraction === '' ? ['', ''] : [`.${fraction}`, `,${fraction}`];
  return [
    whole + point,
    whole + comma,
    grouped(',') + point,
    grouped('.') + comma,
    grouped(' ') + comma,
    grouped(' ') + point,
    grouped("'") + point,
  ];
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]|$)/;

/** Possible notations of an ISO 8601 date; empty for other text. */
export function dateForms(value: string, language: string | null): string[] {
  const [, year, month, day] = ISO_DATE.exec(value) ?? [];
  if (year === undefined || month === undefined || day === undefined) return [];
  const [m, d] = [String(Number(month)), String(Number(day))];
  const forms = [
    `${year}-${month}-${day}`,
    `${year}/${month}/${day}`,
    `${year}.${month}.${day}`,
    `${year}年${m}月${d}日`,
  ];
  for (const [a, b] of [
    [d, m],
    [day, month],
    [m, d],
    [month, day],
  ] as const) {
    for (const separator of ['.', '/', '-']) forms.push([a, b, year].join(separator));
  }
  for (const name of monthNames(Number(month), language)) {
    forms.push(`${name} ${d}, ${year}`, `${name} ${d} ${year}`, `${name} ${day}, ${year}`);
    forms.push(
      `${d} ${name} ${year}`,
      `${day} ${name} ${year}`,
      `${d}. ${name} ${year}`,
      `${d} de ${name} de ${year}`,
    );
    for (const ending of ['st', 'nd', 'rd', 'th'])
      forms.push(`${name} ${d}${ending}, ${year}`, `${d}${ending} ${name} ${year}`);
  }
  return forms;
}

/** Cache of month names, which are slow to compute. */
const knownNames = new Map<string, string>();
const MAX_KNOWN = 500;

function monthNames(month: number, language: string | null): string[] {
  const date = new Date(Date.UTC(2000, month - 1, 15));
  const names = new Set<string>();
  for (const locale of ['en', ...(language === null ? [] : [language])]) {
    for (const style of ['long', 'short'] as const) {
      const name = knownName(locale, style, date);
      names
        .add(name)
        .add(`${name.replace(/\.$/, '')}.`)
        .add(name.replace(/\.$/, ''));
    }
  }
  return [...names];
}

function knownName(locale: string, style: 'long' | 'short', date: Date): string {
  const key = `${locale} ${style} ${date.getUTCMonth()}`;
  const known = knownNames.get(key) ?? nameIn(locale, style, date).toLowerCase();
  if (knownNames.size >= MAX_KNOWN) knownNames.clear();
  knownNames.set(key, known);
  return known;
}

function nameIn(locale: string, style: 'long' | 'short', date: Date): string {
  try {
    // some languages inflect the month name in a date with a day
    const parts = new Intl.DateTimeFormat(locale, {
      month: style,
      day: 'numeric',
      timeZone: 'UTC',
    }).formatToParts(date);
    return parts.find(({ type }) => type === 'month')?.value ?? '';
  } catch {
    return ''; // invalid language tag; the English names remain
  }
}
