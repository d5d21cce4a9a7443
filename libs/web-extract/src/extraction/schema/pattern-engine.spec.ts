import { compilePattern } from './pattern-engine.js';

describe('compilePattern', () => {
  it.each([
    ['^[A-Z]{2}\\d+$', 'AB12', 'ab12'],
    ['colou?r', 'the color', 'the hue'],
    ['^(?!x).*$', 'yes', 'xyes'],
    ['(a)\\1', 'aa', 'ab'],
  ])('%s matches as a regular expression does', (pattern, match, other) => {
    const compiled = compilePattern(pattern, 'u');
    expect([compiled.test(match), compiled.test(other)]).toEqual([true, false]);
  });

  it('refuses what is none', () => {
    expect(() => compilePattern('(', 'u')).toThrow(SyntaxError);
  });

  it.each(['^(a+)+$', '^(?=a)(a+)+$'])(
    '%s takes little time for a text that makes it go back and forth',
    (pattern) => {
      const compiled = compilePattern(pattern, 'u');
      const before = process.cpuUsage();
      expect(compiled.test(`${'a'.repeat(5_000)}!`)).toBe(false);
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    },
  );
});
