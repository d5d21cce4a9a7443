import { addToHistory, clearHistory, readHistory, readPages } from './scrape-history.js';

const stored = new Map<string, string>();
const page = (markdown: string) => ({
  markdown,
  screenshot: 'data:',
  metadata: { title: 'T', statusCode: 200 },
});

describe('the history of scrapes', () => {
  beforeEach(() => {
    stored.clear();
    Object.assign(globalThis, {
      sessionStorage: {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => void stored.set(name, value),
        removeItem: (name: string) => void stored.delete(name),
      },
    });
  });
  afterAll(() => void delete (globalThis as { sessionStorage?: unknown }).sessionStorage);

  it('returns the latest entry first, with its pages and without screenshots', () => {
    addToHistory('https://a.example/', { url: 'https://a.example/' }, [page('one')]);
    addToHistory('b.pdf', {}, [page('two')]);
    expect(readHistory().map(({ target }) => target)).toEqual(['b.pdf', 'https://a.example/']);
    expect(readPages(readHistory()[1]!.id)).toEqual([
      { markdown: 'one', metadata: { title: 'T', statusCode: 200 } },
    ]);
  });

  it('keeps 20 entries and removes the pages of older ones', () => {
    for (let at = 0; at < 25; at++) addToHistory(`${at}.html`, {}, [page('x')]);
    expect(readHistory()).toHaveLength(20);
    expect(readHistory()[19]!.target).toBe('5.html');
    expect(stored.size).toBe(21);
  });

  it('keeps large results without their pages', () => {
    addToHistory('large.html', {}, [page('x'.repeat(200_000))]);
    expect(readHistory()[0]).toMatchObject({ target: 'large.html', hasPages: false });
    expect(readPages(readHistory()[0]!.id)).toBeNull();
  });

  it('removes everything when it is cleared', () => {
    addToHistory('a.html', {}, [page('x')]);
    clearHistory();
    expect([readHistory(), stored.size]).toEqual([[], 0]);
  });
});
