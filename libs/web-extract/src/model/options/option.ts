/** What comes of looking at the options that a host gave. */
export interface Report {
  /** Sentences about values that cannot be used. The application does not start with any. */
  readonly problems: string[];
  /** Sentences about values that count, and that the host should write another way. */
  readonly warnings: string[];
}

/** Looks at a value that was given; `path` is the name of its option with all that it lies in. */
type Judge = (value: unknown, path: string, report: Report) => void;

/** What is wrong with a value, to be read behind the name of its option; null when it is fine. */
export type Check = (value: unknown) => string | null;

/** One option of a table: what may be given for it, and what counts then. Its meaning is the comment above it. */
export class Option<Given, Settled = Given | undefined> {
  constructor(
    readonly judge: Judge,
    /** The value that counts; `beside` is what was given for the whole table. */
    readonly settle: (given: Given | undefined, beside: object) => Settled,
    /** What it was called in the last minor version. That name works still, with a warning. */
    readonly formerName: string | null = null,
  ) {}

  /** The same with a default. Written as a literal, it is also what editors and docs/options.md show: see scripts/options.mjs. */
  or<Fallback extends Given>(fallback: Fallback): Option<Given, Given> {
    return this.orBy(() => fallback);
  }

  /** The same with a default that hangs on what was given for other options. */
  orBy(fallback: (beside: object) => Given): Option<Given, Given> {
    return new Option(this.judge, (given, beside) => given ?? fallback(beside), this.formerName);
  }

  /** The same, with a name for what is given: editors show that instead of all that is in it. */
  as<Named extends Given>(): Option<Named, Settled> {
    return this;
  }

  /** The same, under its former name too: for a minor version after it was renamed. */
  formerly(name: string): Option<Given, Settled> {
    return new Option(this.judge, this.settle, name);
  }
}

/** An option without a default, whose values pass a check. */
export function option<Given>(check: Check): Option<Given> {
  return optionOf((value, path, { problems }) => {
    const problem = check(value);
    if (problem !== null) problems.push(`${path} ${problem}`);
  });
}

/** An option without a default whose values count as they are given. */
export function optionOf<Given>(judge: Judge): Option<Given> {
  return new Option(judge, (given) => given);
}
