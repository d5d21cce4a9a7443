import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandGroup, type OptionValues } from './command';
import { describeError } from './terminal/hints';
import { crawl } from './commands/crawl';
import { diff } from './commands/diff';
import { extractor } from './commands/extractor';
import { map } from './commands/map';
import { monitor } from './commands/monitor';
import { postgres } from './commands/postgres';
import { scrape } from './commands/scrape';
import { search } from './commands/search';
import { serve } from './commands/serve';
import { session } from './commands/session';
import { sync } from './commands/sync';
import { findCommand } from './find-command';
import { HELP } from './help';
import { Interruption } from './terminal/interruption';
import { OutputClosedError, Terminal } from './terminal/terminal';
import { version } from './version';

/** By the word they are called with. */
export const COMMANDS: Readonly<Record<string, Command | CommandGroup>> = {
  scrape,
  crawl,
  sync,
  diff,
  map,
  search,
  monitor,
  session,
  extractor,
  serve,
  postgres,
};

/** Runs the command line. @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const terminal = new Terminal(process.stdout, process.stderr);
  const [name = '', ...words] = args;
  try {
    if (name === '--version' || name === '-v') return await say(terminal, version());
    if (name === '--help' || name === '-h') return await say(terminal, HELP);
    if (name === 'help') return await say(terminal, words[0] ? findCommand(COMMANDS, words).help : HELP);
    return (await runCommand(args, terminal)) ?? 0;
  } catch (error) {
    return fail(error, nameOf(args), terminal);
  }
}

/** Name of the command that has the help for these arguments; empty if there is none. */
function nameOf([word = '', further = '']: readonly string[]): string {
  const found = Object.hasOwn(COMMANDS, word) ? COMMANDS[word]! : null;
  if (!found) return '';
  return 'commands' in found && Object.hasOwn(found.commands, further) ? `${word} ${further}` : word;
}

async function say(terminal: Terminal, text: string): Promise<number> {
  await terminal.print(`${text}\n`);
  return 0;
}

async function runCommand(args: readonly string[], terminal: Terminal): Promise<number | void> {
  const { name, help, command, words } = findCommand(COMMANDS, args);
  const options = { ...command?.options, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parse(words, options);
  if (values['help']) return say(terminal, help);
  if (!command) throw new UsageError(`name a command of ${name}`);
  return command.run({ words: positionals, values, terminal });
}

/** Short names of options. */
const ALIASES: Readonly<Record<string, string>> = {
  depth: 'max-depth',
  concurrency: 'max-concurrency',
  wait: 'wait-for',
};

const canonical = (argument: string): string =>
  argument.replace(/^--([a-z]+)(?=$|=)/, (whole, name: string) =>
    Object.hasOwn(ALIASES, name) ? `--${ALIASES[name]}` : whole,
  );

function parse(args: readonly string[], options: Command['options']) {
  try {
    return parseArgs({ args: args.map(canonical), options, allowPositionals: true }) as {
      values: OptionValues;
      positionals: string[];
    };
  } catch (error) {
    const [firstSentence = ''] = (error as Error).message.split(/\.\s/);
    throw new UsageError(firstSentence, { cause: error });
  }
}

/** Says in one line what went wrong. */
function fail(error: unknown, name: string, terminal: Terminal): number {
  terminal.endProgress();
  if (error instanceof OutputClosedError) return 0;
  if (error instanceof Interruption) return error.exitCode;
  if (error instanceof UsageError) {
    terminal.note(`error: ${error.message} (see nestjs-web-extract ${name === '' ? '' : `${name} `}--help)`);
    return 2;
  }
  terminal.note(`error: ${describeError(error)}`);
  return 1;
}
