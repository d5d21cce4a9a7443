import type { CorpusChunk, PageContent } from '../../model/change-log.js';
import { differenceOf, UNKNOWN } from './page-difference.js';

const URL = 'https://site.example/page';

const chunk = (id: string, text: string): CorpusChunk => ({ id, hash: text, text, headingPath: [], url: URL, tokens: 1 }); // prettier-ignore

function content(texts: Record<string, string>, title = 'Title'): PageContent {
  const metadata = { title, description: null, language: 'en', author: null, publishedAt: null, modifiedAt: null, statusCode: 200, contentType: 'text/html' }; // prettier-ignore
  return { metadata, chunks: Object.entries(texts).map(([id, text]) => chunk(id, text)), upsert: [], delete: [] }; // prettier-ignore
}

const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);

describe('differenceOf', () => {
  const { after: before } = differenceOf(URL, content({ a: 'one', b: 'two', c: 'three' }), []);

  it('has nothing for a page that the sink has', () => {
    const { upsert, remove } = differenceOf(URL, content({ a: 'one', b: 'two', c: 'three' }), before);
    expect([upsert, remove]).toEqual([[], []]);
  });

  it('has new and changed chunks, and ids that do not exist any more', () => {
    const next = differenceOf(URL, content({ a: 'one', b: 'other', d: 'four' }), before);
    expect([ids(next.upsert), next.remove]).toEqual([['b', 'd'], ['c']]);
    expect(next.after.map(([id]) => id)).toEqual(['a', 'b', 'd']);
  });

  it('has all chunks of a page with another title', () => {
    const next = differenceOf(URL, content({ a: 'one', b: 'two', c: 'three' }, 'Other'), before);
    expect(ids(next.upsert)).toEqual(['a', 'b', 'c']);
    expect(next.upsert[0]).toMatchObject({ pageUrl: URL, title: 'Other', language: 'en' });
  });

  it('names all chunks that the sink may have meanwhile', () => {
    const { meanwhile } = differenceOf(URL, content({ a: 'one', b: 'other', d: 'four' }), before);
    expect(Object.fromEntries(meanwhile)).toEqual({ a: before[0]![1], b: UNKNOWN, c: UNKNOWN, d: UNKNOWN });
    const next = differenceOf(URL, content({ a: 'one', b: 'two' }), meanwhile);
    expect([ids(next.upsert), next.remove.toSorted()]).toEqual([['b'], ['c', 'd']]);
  });
});
