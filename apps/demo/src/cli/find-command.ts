import { UsageError, type Command, type CommandGroup } from './command';

/** A command with its full name and the arguments after it. */
export interface FoundCommand {
  /** One word, or two in a group. */
  readonly name: string;
  /** Help of the command, or of its group if no command of it is named. */
  readonly help: string;
  /** Null for a group without a further word. */
  readonly command: Command | null;
  /** Arguments after the name. */
  readonly words: readonly string[];
}

type Commands = Readonly<Record<string, Command | CommandGroup>>;

/** Finds the command that arguments begin with. @throws UsageError if there is none */
export function findCommand(
  commands: Commands,
  [word = '', ...words]: readonly string[],
  group = '',
): FoundCommand {
  const name = `${group}${word}`;
  const found = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (!found) throw unknown(commands, word, group);
  if (!('commands' in found)) return { name, help: found.help, command: found, words };
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  if (isNamed) return findCommand(found.commands, words, `${name} `);
  return { name, help: found.help, command: null, words };
}

function unknown(commands: Commands, word: string, group: string): UsageError {
  const names = Object.keys(commands).join(', ');
  return new UsageError(
    word === '' ? `name a command: ${names}` : `there is no command ${group}${word}; commands: ${names}`,
  );
}
