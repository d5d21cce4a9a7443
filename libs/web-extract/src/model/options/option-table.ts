import { InvalidOptionsError } from './invalid-options.error.js';
import { isObject } from './kinds.js';
import { Option, type Report } from './option.js';

/** Options by their names, each with its type, check and default; the comment above each is its documentation. */
type OptionTable = Readonly<Record<string, AnyOption>>;

// any: a table holds options of all types, and what is given for each has been judged by it before it is settled
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyOption = Option<any, unknown>;

/** What a host may give for a table. Editors show the comments of the table. */
export type OptionsOf<Table extends OptionTable> = {
  -readonly [Name in keyof Table]?: Table[Name] extends Option<infer Given, unknown> ? Given : never;
};

/** What counts. */
export type SettledOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['settle']>;
};

/** What options mean to each other, beyond what each is by itself: sentences about what cannot be used. */
type AlsoCheck<Table extends OptionTable> = (given: OptionsOf<Table>) => readonly string[];

/** An option that consists of options. Absent, all of them have their defaults. */
export function group<Table extends OptionTable>(
  table: Table,
  { also = () => [], sentence = 'must be an object' }: { also?: AlsoCheck<Table>; sentence?: string } = {},
): Option<OptionsOf<Table>, SettledOf<Table>> {
  return new Option(
    (value, path, report) => {
      if (!isObject(value)) return void report.problems.push(`${path} ${sentence}`);
      judgeAll(table, value, `${path}.`, report);
      report.problems.push(...also(value as OptionsOf<Table>));
    },
    (given) => settleAll(table, given ?? {}),
  );
}

/**
 * The options of a module of its own as they count.
 *
 * @param name stands before theirs in what is told of them
 * @param log is told of what counts, and should be written another way
 * @throws InvalidOptionsError naming every option that cannot be used
 */
export function settle<Given, Settled>(
  options: Option<Given, Settled>,
  given: Given | undefined,
  name: string,
  log: { warn(warning: string): void },
): Settled {
  const warnings = validate((report) => options.judge(given === undefined ? {} : given, name, report));
  for (const warning of warnings) log.warn(warning);
  return options.settle(given, {});
}

/**
 * Looks at what a host gave.
 *
 * @returns warnings: what counts, and should be written another way
 * @throws InvalidOptionsError naming every value that cannot be used
 */
export function validate(judge: (report: Report) => void): readonly string[] {
  const report: Report = { problems: [], warnings: [] };
  judge(report);
  if (report.problems.length > 0) throw new InvalidOptionsError(report.problems);
  return report.warnings;
}

/** A class for settled options to inherit their types from: it is a token, and nobody makes one. */
export function settingsOf<Settled>(_options: Option<never, Settled>): abstract new () => Settled {
  return class {} as never;
}

/** Looks at all that was given for a table. */
export function judgeAll(table: OptionTable, given: object, prefix: string, report: Report): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const known = Object.hasOwn(table, name) ? name : nameSince(table, name);
    if (known === undefined) report.problems.push(`${prefix}${name} is not an option`);
    else table[known]?.judge(value, prefix + name, report);
    if (known !== undefined && known !== name) report.warnings.push(renaming(prefix + name, prefix + known));
  }
}

/** Every option of a table with its value. What is given has been judged before. */
export function settleAll<Table extends OptionTable>(table: Table, given: object): SettledOf<Table> {
  const values = given as Readonly<Record<string, unknown>>;
  const settled = Object.entries(table).map(([name, { settle, formerName }]) => {
    const value = values[name] ?? (formerName === null ? undefined : values[formerName]);
    return [name, settle(value, given)];
  });
  return Object.fromEntries(settled) as SettledOf<Table>;
}

const renaming = (former: string, name: string): string =>
  `${former} is called ${name} now; the former name works until the next minor version`;

function nameSince(table: OptionTable, former: string): string | undefined {
  return Object.keys(table).find((name) => table[name]?.formerName === former);
}
