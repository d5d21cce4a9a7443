import type { Command } from './command';
import { HELP } from './help';
import { variablesAsText } from '../variables';
import { COMMANDS } from './run-command-line';

/** Commands by their full names, those of groups included. */
const leaves = Object.entries(COMMANDS).flatMap(([name, entry]): (readonly [string, Command])[] =>
  'commands' in entry
    ? Object.entries(entry.commands).map(([word, command]) => [`${name} ${word}`, command] as const)
    : [[name, entry]],
);
const groups = Object.entries(COMMANDS).flatMap(([name, entry]) =>
  'commands' in entry ? [[name, entry] as const] : [],
);
const all = [
  ['nestjs-web-extract', HELP] as const,
  ...[...leaves, ...groups].map(([name, { help }]) => [name, help] as const),
];

describe('the help', () => {
  it.each(all)('of %s fits a screen of 80 by 24, the list of variables excepted', (_name, help) => {
    const lines = help.replace(variablesAsText(), '').split('\n');
    expect(lines.length).toBeLessThanOrEqual(23); // and the prompt
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each(leaves)('of %s tells all of its options, and no others', (_name, { help, options }) => {
    const told = [...help.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
    expect(new Set(told)).toEqual(new Set(Object.keys(options)));
  });

  it('of serve lists all variables', () => {
    expect(COMMANDS['serve']!.help).toContain(variablesAsText());
  });

  it('names every command', () => {
    for (const name of Object.keys(COMMANDS)) expect(HELP).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const [, { help, commands }] of groups)
      for (const name of Object.keys(commands)) expect(help).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});
