import { fitColumns, printable, printableLines } from './printable';

describe('text of strangers on a terminal', () => {
  it.each([
    ['red \u001b[31mink', 'red \ufffd[31mink', 'escapes'],
    ['a\u009b31mb\u007f', 'a\ufffd31mb\ufffd', 'C1 and DEL'],
    ['two\r\nlines\u2028and\tmore', 'two lines and more', 'lines'],
    ['user\u202etxt.exe', 'user\ufffdtxt.exe', 'text turned round'],
    ['  café 日本 👩‍🚀 ', 'café 日本 👩\ufffd🚀', 'letters of any script'],
  ])('%j is %j in one line (%s)', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('keeps its lines and tabs where it is a page', () => {
    expect(printableLines('# A\u001b]0;owned\u0007\n\n\tb\r\u009b2J\u202e👩‍🚀\n')).toBe(
      '# A]0;owned\n\n\tb2J👩‍🚀\n',
    );
  });

  it.each([
    ['abcdef', 4, 'abcd'],
    ['日本語', 5, '日本'],
    ['a👍b', 2, 'a'],
    ['ab', 2, 'ab'],
  ])('%s takes no more than %i columns', (line, columns, shown) => {
    expect(fitColumns(line, columns)).toBe(shown);
  });
});
