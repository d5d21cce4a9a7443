import { InvalidOptionsError } from './invalid-options.error.js';
import { isObject } from './kinds.js';
import { Option, type Report } from './option.js';
import { similarName } from '../similar-name.js';

/**
 * Options by name, each with its type, validation and default; the comment above each is its documentation.
 */
type OptionTable = Readonly<Record<string, AnyOption>>;

// any: a table holds options of all types, and each value is validated by its option before it is resolved
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyOption = Option<any, unknown>;

/** The values that a host may pass for a table. Editors show the comments of the table. */
export type OptionsOf<Table extends OptionTable> = {
  -readonly [Name in keyof Table]?: Table[Name] extends Option<infer Given, unknown> ? Given : never;
};

/** The resolved values of a table. */
export type ResolvedOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['resolve']>;
};

/** Validation across the options of a table; returns the problems as sentences. */
type AlsoCheck<Table extends OptionTable> = (given: OptionsOf<Table>) => readonly string[];

/** Creates an option that is a group of options. Without a value, all of them have their defaults. */
export function group<Table extends OptionTable>(
  table: Table,
  { also = () => [], sentence = 'must be an object' }: { also?: AlsoCheck<Table>; sentence?: string } = {},
): Option<OptionsOf<Table>, ResolvedOf<Table>> {
  return new Option(
    (value, path, report) => {
      if (!isObject(value)) return void report.problems.push(`${path} ${sentence}`);
      validateAll(table, value, `${path}.`, report);
      report.problems.push(...also(value as OptionsOf<Table>));
    },
    (given) => resolveAll(table, given ?? {}),
  );
}

/**
 * Validates and resolves the options of a separate module.
 *
 * @param name prefix of the option names in messages
 * @param log receives warnings about values that are accepted but deprecated
 * @throws InvalidOptionsError naming every invalid option
 */
export function resolveModuleOptions<Given, Resolved>(
  options: Option<Given, Resolved>,
  given: Given | undefined,
  name: string,
  log: { warn(warning: string): void },
): Resolved {
  const warnings = validate((report) => options.validate(given === undefined ? {} : given, name, report));
  for (const warning of warnings) log.warn(warning);
  return options.resolve(given, {});
}

/**
 * Runs the validation of the values of a host.
 *
 * @returns warnings about values that are accepted but deprecated
 * @throws InvalidOptionsError naming every invalid value
 */
export function validate(rules: (report: Report) => void): readonly string[] {
  const report: Report = { problems: [], warnings: [] };
  rules(report);
  if (report.problems.length > 0) throw new InvalidOptionsError(report.problems);
  return report.warnings;
}

/**
 * Creates an abstract class with the types of resolved options, used as an injection token and never
 * instantiated.
 */
export function settingsOf<Resolved>(_options: Option<never, Resolved>): abstract new () => Resolved {
  return class {} as never;
}

/** Validates all values of a table. */
export function validateAll(table: OptionTable, given: object, prefix: string, report: Report): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const known = Object.hasOwn(table, name) ? name : nameSince(table, name);
    if (known === undefined) {
      const similar = similarName(name, namesOf(table));
      report.problems.push(
        `${prefix}${name} is not an option${similar ? `. Did you mean ${prefix}${similar}?` : ''}`,
      );
      continue;
    }
    const { advice, validate: check } = table[known]!;
    check(value, prefix + name, report);
    if (known !== name) report.warnings.push(renaming(prefix + name, prefix + known));
    if (advice !== null) report.warnings.push(`${prefix}${name} is deprecated: ${advice}`);
  }
}

/** Resolves every option of a table. The values must have been validated. */
export function resolveAll<Table extends OptionTable>(table: Table, given: object): ResolvedOf<Table> {
  const values = given as Readonly<Record<string, unknown>>;
  const resolved = Object.entries(table).map(([name, { resolve, formerName }]) => {
    const value = values[name] ?? (formerName === null ? undefined : values[formerName]);
    return [name, resolve(value, given)];
  });
  return Object.fromEntries(resolved) as ResolvedOf<Table>;
}

const renaming = (former: string, name: string): string =>
  `${former} is called ${name} now; the former name works until the next minor version`;

const namesOf = (table: OptionTable): readonly string[] =>
  Object.keys(table).filter((name) => table[name]?.advice === null);

function nameSince(table: OptionTable, former: string): string | undefined {
  return Object.keys(table).find((name) => table[name]?.formerName === former);
}
