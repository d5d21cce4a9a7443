import { setImmediate as nextTurn } from 'node:timers/promises';
import { Bm25Index } from './bm25-index.js';

function indexOf(documents: readonly (readonly [title: string, body: string])[]): Bm25Index {
  const index = new Bm25Index();
  for (const [title, body] of documents) index.add({ head: [{ text: title, weight: 3 }], body });
  return index;
}
/** Returns the positions of the documents in the order of their addition. */
const idsOf = (index: Bm25Index, query: string) => index.search(query).map(({ id }) => id - 1);

describe('Bm25Index', () => {
  it('finds forms of a word, and nothing without its words', () => {
    const index = indexOf([['a', 'backups run nightly'], ['b', 'nothing of the kind'], ['c', 'restoring']]); // prettier-ignore
    expect(idsOf(index, 'the backup')).toEqual([0]);
    expect(idsOf(index, 'restore')).toEqual([2]);
    expect(idsOf(index, 'zebra')).toEqual([]);
    expect(idsOf(index, ' ?! ')).toEqual([]);
  });

  it('values the head more than the body, and rare words more than common ones', () => {
    expect(idsOf(indexOf([['x', 'about pricing'], ['Pricing', 'x']]), 'pricing')).toEqual([1, 0]); // prettier-ignore
    const many = Array.from({ length: 20 }, (): [string, string] => ['x', 'guide guide guide']);
    expect(idsOf(indexOf([...many, ['x', 'webhook']]), 'guide webhook')[0]).toBe(20);
  });

  it('marks long texts down', () => {
    expect(idsOf(indexOf([['x', `refund ${'word '.repeat(500)}`], ['x', 'refund word']]), 'refund')).toEqual([1, 0]); // prettier-ignore
  });

  it('counts beginnings of words, less than the words', () => {
    expect(idsOf(indexOf([['x', 'documentation'], ['x', 'docum'], ['x', 'other']]), 'docum')).toEqual([1, 0]); // prettier-ignore
  });

  it('finds text without blanks', () => {
    expect(idsOf(indexOf([['x', '料金プランの案内'], ['x', '会社案内']]), '料金')).toEqual([0]); // prettier-ignore
  });

  it('forgets what was removed, before and after it is tidied', async () => {
    const index = indexOf(Array.from({ length: 10 }, (_, n) => [`t${n}`, `common own${n}`]));
    for (let id = 1; id <= 9; id++) index.remove(id);
    index.remove(4);
    expect([index.size, idsOf(index, 'common')]).toEqual([1, [9]]);
    await index.tidy();
    expect([idsOf(index, 'common'), idsOf(index, 'own3'), idsOf(index, 'own9')]).toEqual([[9], [], [9]]);
  });

  it('weighs words that are on one document alone, and gives their memory back', async () => {
    const index = indexOf(Array.from({ length: 50 }, (_, n) => ['x', manyWords(n, 200)]));
    expect(index.termCount).toBe(50 * 200 + 1);
    expect(index.bytes).toBeGreaterThan(50 * 200 * 80);
    const { bytes } = index;
    for (let id = 1; id <= 50; id++) index.remove(id);
    expect(index.bytes).toBe(bytes);
    await index.tidy();
    expect([index.bytes, index.termCount, index.size]).toEqual([0, 0, 0]);
  });

  it('uses the ids and the memory of removed documents again', async () => {
    const index = new Bm25Index();
    for (let round = 0; round < 5; round++) {
      const ids = Array.from({ length: 20 }, (_, n) =>
        index.add({ head: [], body: `common own${round}x${n}` }),
      );
      expect(Math.max(...ids)).toBeLessThanOrEqual(20);
      expect(index.search('common')).toHaveLength(20);
      ids.forEach((id) => index.remove(id));
      await index.tidy();
    }
    expect(index.bytes).toBe(0);
  });

  it('does not give the id of a removed document to another one while a search is under way', async () => {
    const index = indexOf(Array.from({ length: 3_000 }, (_, n) => ['x', `word${n} common`]));
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 1_000)); // each step ends a slice
    const search = index.searchInSlices('common word', new AbortController().signal);
    for (let turn = 0; turn < 50; turn++) await nextTurn(); // every document has a score for the first word
    for (let id = 1_000; id <= 3_000; id++) index.remove(id);
    await index.tidy();
    const added = index.add({ head: [], body: 'another' });
    const found = new Set((await search).map(({ id }) => id));
    clock.mockRestore();
    expect([found.has(999), found.has(added)]).toEqual([true, false]);
  });

  it('ends a search with its signal', async () => {
    const index = indexOf(Array.from({ length: 300 }, (_, n) => ['x', manyWords(n, 300)]));
    const query = Array.from({ length: 32 }, (_, n) => `w${n}word`).join(' ');
    const reason = new Error('enough');
    const slow = jest.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    let now = 0;
    await expect(index.searchInSlices(query, AbortSignal.abort(reason))).rejects.toBe(reason);
    slow.mockRestore();
  });

  it('finds what an index of objects finds', () => {
    const documents = Array.from({ length: 60 }, (_, n) => ['x', manyWords(n % 7, 30 + n)] as const);
    const index = indexOf(documents);
    const having = documents.flatMap(([, body], at) => (body.split(' ').includes('w3x40') ? [at] : []));
    expect(idsOf(index, 'w3x40').sort((a, b) => a - b)).toEqual(having);
  });
});

const manyWords = (n: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `w${n}x${at}`).join(' ');
