import { HELP } from './help';
import { COMMANDS } from './run-command-line';

const all = [
  ['nestjs-web-extract', HELP] as const,
  ...Object.entries(COMMANDS).map(([name, { help }]) => [name, help] as const),
];

describe('the help', () => {
  it.each(all)('of %s fits a screen of 80 by 24', (_name, help) => {
    const lines = help.split('\n');
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

  it('names every command', () => {
    for (const name of Object.keys(COMMANDS)) expect(HELP).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});
