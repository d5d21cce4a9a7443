import { UsageError, type OptionValues } from './command';

/** @throws UsageError when it is no whole number of at least `least` */
export function wholeNumber(values: OptionValues, name: string, least: number): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  throw new UsageError(`--${name} must be a whole number of at least ${least}, not ${text}`);
}

/** @throws UsageError when it is none of the values */
export function oneOf<const Value extends string>(
  values: OptionValues,
  name: string,
  known: readonly Value[],
): Value | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = known.find((one) => one === text);
  if (value !== undefined) return value;
  throw new UsageError(`--${name} must be ${known.join(', ')}, not ${text}`);
}

/** The only word that a command takes. @throws UsageError */
export function onlyWord(words: readonly string[], what: string): string {
  const [word, further] = words;
  if (word === undefined || word.trim() === '') throw new UsageError(`${what} is missing`);
  if (further !== undefined) throw new UsageError(`one ${what} is enough: what is ${further}?`);
  return word;
}

/** The values of an option that may be repeated. */
export function texts(values: OptionValues, name: string): readonly string[] {
  const value = values[name];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Header fields of `--headers 'Name: value'`, as curl reads them. @throws UsageError when one is no header field */
export function headersOf(values: OptionValues): Readonly<Record<string, string>> | undefined {
  const fields = texts(values, 'headers').map((field) => {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:\s*(.*?)\s*$/.exec(field) ?? [];
    if (name !== undefined && value !== undefined) return [name, value] as const;
    throw new UsageError("--headers must be 'Name: value'"); // the value may be a credential
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** The properties that are not undefined. */
export function defined<Values extends object>(
  values: Values,
): {
  [Name in keyof Values]?: Exclude<Values[Name], undefined>;
} {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
