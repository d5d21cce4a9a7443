import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineLog } from './line-log';

const folder = mkdtempSync(join(tmpdir(), 'web-extract-test-'));
const path = join(folder, 'pages.jsonl');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function reopened(text: string, most: number) {
  writeFileSync(path, text);
  const log = await LineLog.open(path, most);
  const lines: string[] = [];
  for await (const line of log.lines()) lines.push(line);
  const { count } = log;
  await log.append('new');
  await log.close();
  return { count, lines, text: readFileSync(path, 'utf8') };
}

describe('a log of lines', () => {
  it.each([
    ['', 9, 0, 'new\n', 'begins empty'],
    ['a\nb\n', 9, 2, 'a\nb\nnew\n', 'goes on'],
    ['a\nb\n{"cut', 9, 2, 'a\nb\nnew\n', 'drops what was cut off'],
    ['{"cut', 9, 0, 'new\n', 'drops a first line that was cut off'],
    ['a\nb\nc\n', 2, 2, 'a\nb\nnew\n', 'drops lines that nobody knows of'],
    ['a\nb\n', 0, 0, 'new\n', 'drops all when nothing is known'],
  ])('%j of which %i are known', async (before, known, count, after) => {
    expect(await reopened(before, known)).toMatchObject({ count, text: after });
  });

  it('counts lines that are longer than what is read at once', async () => {
    const long = 'é'.repeat(1_500_000);
    const { count, lines, text } = await reopened(`${long}\n${long}\nrest`, 9);
    expect([count, lines.length, lines.every((line) => line === long)]).toEqual([2, 2, true]);
    expect(text === `${long}\n${long}\nnew\n`).toBe(true);
  });
});
