import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CorpusEntry } from 'nestjs-web-extract/corpus';
import { searchSqlite, SqliteIndex } from './sqlite-index';

describe('search of a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
  const file = join(folder, 'corpus.db');
  afterAll(() => rmSync(folder, { recursive: true }));

  const entry = (id: string, text: string) =>
    ({ id, url: `https://a.example/#${id}`, pageUrl: 'https://a.example/', title: 'Terms', language: 'en', headingPath: ['Terms'], text, tokens: 5, hash: id }) as unknown as CorpusEntry; // prettier-ignore

  it('finds passages that have all words, with their address', () => {
    const index = SqliteIndex.open(file, 'a');
    index.upsert([
      entry('refunds', 'A refund is paid "within" thirty days.'),
      entry('other', 'A refund is late.'),
    ]);
    index.close();

    expect(searchSqlite(file, 'refund "within"', 5)).toEqual([
      {
        title: 'Terms',
        url: 'https://a.example/#refunds',
        description: 'A refund is paid "within" thirty days.',
      },
    ]);
    expect(searchSqlite(file, 'refund', 1)).toHaveLength(1);
    expect(searchSqlite(file, 'title:*', 5)).toEqual([]);
  });

  it('names a file that is missing, or is no index', () => {
    expect(() => searchSqlite(join(folder, 'none.db'), 'a', 5)).toThrow('does not exist: fill it with sync');
    expect(() => searchSqlite(__filename, 'a', 5)).toThrow('cannot be searched');
  });
});
