import { HELP } from './help';
import { variablesAsText } from '../variables';
import { COMMANDS } from './run-command-line';

const all = [
  ['nestjs-web-extract', HELP] as const,
  ...Object.entries(COMMANDS).map(([name, { help }]) => [name, help] as const),
];

describe('the help', () => {
  it.each(all)('of %s fits a screen of 80 by 24, the list of variables excepted', (_name, help) => {
    const lines = help.replace(variablesAsText(), '').split('\n');
    expect(lines.length).toBeLessThanOrEqual(23); // and the prompt
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it.each(Object.entries(COMMANDS))(
    'of %s tells all of its options, and no others',
    (_name, { help, options }) => {
      const told = [...help.matchAll(/--([a-z-]+)/g)].map(([, option]) => option);
      expect(new Set(told)).toEqual(new Set(Object.keys(options)));
    },
  );

  it('of serve lists all variables', () => {
    expect(COMMANDS['serve']!.help).toContain(variablesAsText());
  });

  it('names every command', () => {
    for (const name of Object.keys(COMMANDS)) expect(HELP).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});
