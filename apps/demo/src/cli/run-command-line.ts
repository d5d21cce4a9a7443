import { parseArgs } from 'node:util';
import { UsageError, type Command, type OptionValues } from './command';
import { describeError } from './hints';
import { crawl } from './commands/crawl';
import { diff } from './commands/diff';
import { map } from './commands/map';
import { scrape } from './commands/scrape';
import { search } from './commands/search';
import { serve } from './commands/serve';
import { HELP } from './help';
import { Interruption } from './interruption';
import { OutputClosedError, Terminal } from './terminal';
import { version } from './version';

/** By the word they are called with. */
export const COMMANDS: Readonly<Record<string, Command>> = { scrape, crawl, diff, map, search, serve };

/** Runs the command line. @returns the exit code */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const terminal = new Terminal(process.stdout, process.stderr);
  const [name = '', ...rest] = args;
  try {
    if (name === '--version' || name === '-v') return await say(terminal, version());
    if (name === '--help' || name === '-h') return await say(terminal, HELP);
    if (name === 'help') return await say(terminal, rest[0] ? commandOf(rest[0]).help : HELP);
    return (await runCommand(commandOf(name), rest, terminal)) ?? 0;
  } catch (error) {
    return fail(error, Object.hasOwn(COMMANDS, name) ? name : '', terminal);
  }
}

async function say(terminal: Terminal, text: string): Promise<number> {
  await terminal.print(`${text}\n`);
  return 0;
}

function commandOf(name: string): Command {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command;
  const names = Object.keys(COMMANDS).join(', ');
  throw new UsageError(
    name === '' ? `name a command: ${names}` : `there is no command ${name}, but ${names}`,
  );
}

async function runCommand(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number | void> {
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parse(args, options);
  if (values['help']) return say(terminal, command.help);
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
