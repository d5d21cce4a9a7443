import { Bm25Index } from './bm25-index.js';

function indexOf(documents: readonly (readonly [title: string, body: string])[]): Bm25Index {
  const index = new Bm25Index();
  for (const [at, [title, body]] of documents.entries())
    index.add(at, { head: [{ text: title, weight: 3 }], body });
  return index;
}
const idsOf = (index: Bm25Index, query: string) => index.search(query).map(({ id }) => id);

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
    for (let id = 0; id < 9; id++) index.remove(id);
    index.remove(3);
    expect([index.size, idsOf(index, 'common')]).toEqual([1, [9]]);
    await index.tidy();
    expect([idsOf(index, 'common'), idsOf(index, 'own3'), idsOf(index, 'own9')]).toEqual([[9], [], [9]]);
  });
});
