import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT } from './kept.js';

const ROWS = Object.values(KEPT).map((row) => ({ most: undefined, ...row }));

describe('what providers keep', () => {
  it('is the table of docs/security.md', () => {
    const docs = readFileSync(join(__dirname, '../../../../docs/security.md'), 'utf8');
    const table = /^\| kept in memory \| at most \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(docs)![1]!;

    expect(table.trimEnd().split('\n')).toEqual(ROWS.map(({ what, bound }) => `| ${what} | ${bound} |`));
  });

  it.each(ROWS.filter(({ most }) => most !== undefined))('names the bound of $what', ({ bound, most }) => {
    expect(bound).toContain(most!.toLocaleString('en'));
  });
});
