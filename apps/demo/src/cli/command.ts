import type { ParseArgsConfig } from 'node:util';
import type { Terminal } from './terminal/terminal';

/** Values of the options by their names; an array where an option may be repeated. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Arguments and environment of a command. */
export interface Invocation {
  /** Positional arguments. */
  readonly words: readonly string[];
  readonly values: OptionValues;
  readonly terminal: Terminal;
}

export interface Command {
  /** Fits a screen of 80 by 24. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** @returns the exit code, 0 when it says nothing; an error is 1, a UsageError 2 */
  run(invocation: Invocation): Promise<number | void>;
}

/** Commands that are named by a second word. */
export interface CommandGroup {
  readonly help: string;
  readonly commands: Readonly<Record<string, Command>>;
}

/** The command line itself cannot be understood. */
export class UsageError extends Error {}

/** A server has refused a request: options of this program would not help. */
export class RefusedError extends Error {}

/** The command cannot be executed. The message is shown to the user. */
export class CommandError extends Error {}
