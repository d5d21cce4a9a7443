/** Result of validating the options of a host. */
export interface Report {
  /** Messages about invalid values. The application does not start if there are any. */
  readonly problems: string[];
  /** Messages about values that are accepted but deprecated. */
  readonly warnings: string[];
}

/** Validates a value; `path` is the full name of its option. */
type Validator = (value: unknown, path: string, report: Report) => void;

/**
 * Returns the problem of a value as the predicate of a sentence about the option; null if the value is valid.
 */
export type Check = (value: unknown) => string | null;

/**
 * One option of a table: its accepted values and its resolved value. The comment above it is its
 * documentation.
 */
export class Option<Given, Resolved = Given | undefined> {
  constructor(
    readonly validate: Validator,
    /** Returns the resolved value; `beside` holds the values passed for the whole table. */
    readonly resolve: (given: Given | undefined, beside: object) => Resolved,
    /** Name of the option in the previous minor version. It still works, with a warning. */
    readonly formerName: string | null = null,
    /** Advice to a host that sets the option, which is deprecated; null otherwise. */
    readonly advice: string | null = null,
  ) {}

  /**
   * Returns the option with a default. Editors and docs/options.md show a default that is a literal: see
   * scripts/options.mjs.
   */
  or<Fallback extends Given>(fallback: Fallback): Option<Given, Given> {
    return this.defaultFrom(() => fallback);
  }

  /** Returns the option with a default computed from the values of other options. */
  defaultFrom(fallback: (beside: object) => Given): Option<Given, Given> {
    return new Option(
      this.validate,
      (given, beside) => given ?? fallback(beside),
      this.formerName,
      this.advice,
    );
  }

  /** Returns the option with a named type, which editors show instead of the inferred type. */
  as<Named extends Given>(): Option<Named, Resolved> {
    return this;
  }

  /** Returns the option with a deprecated name, for one minor version after a renaming. */
  deprecatedName(name: string): Option<Given, Resolved> {
    return new Option(this.validate, this.resolve, name, this.advice);
  }

  /**
   * Returns the option as deprecated: it still works for one minor version, with a warning, and the documentation
   * omits it. Its comment needs the tag `@deprecated`.
   */
  deprecated(advice: string): Option<Given, Resolved> {
    return new Option(this.validate, this.resolve, this.formerName, advice);
  }
}

/** Creates an option without a default that validates its value with a check. */
export function option<Given>(check: Check): Option<Given> {
  return optionOf((value, path, { problems }) => {
    const problem = check(value);
    if (problem !== null) problems.push(`${path} ${problem}`);
  });
}

/** Creates an option without a default that resolves to the value passed. */
export function optionOf<Given>(validate: Validator): Option<Given> {
  return new Option(validate, (given) => given);
}
