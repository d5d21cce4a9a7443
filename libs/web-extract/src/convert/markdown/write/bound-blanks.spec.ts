import { boundBlanks } from './bound-blanks.js';

const blanks = (count: number) => ' '.repeat(count);

describe('boundBlanks', () => {
  it.each([
    ['short text', 'a  b'],
    ['as many blanks as may be', `a${blanks(200)}b`],
    ['many rows', `${blanks(190)}a`.repeat(10)],
    ['long text', 'ab '.repeat(2_000)],
  ])('leaves %s as it is', (_, text) => {
    expect(boundBlanks(text)).toBe(text);
  });

  it.each([0, 1, 199, 200, 201, 5_432])('cuts a row of blanks wherever it begins (%d)', (before) => {
    const lead = 'x'.repeat(before);
    expect(boundBlanks(`${lead}${blanks(201)}y`)).toBe(`${lead}${blanks(200)}y`);
    expect(boundBlanks(`${lead}${blanks(70_000)}y`)).toBe(`${lead}${blanks(200)}y`);
  });

  it('cuts each of several rows, of blanks of any kind', () => {
    const rows = ['\n', '\u3000', '\t '].map((blank) => blank.repeat(9_000));
    expect(boundBlanks(rows.join('x'))).toBe(rows.map((row) => row.slice(0, 200)).join('x'));
  });
});
