import { TemplateTable } from '../../../convert/content/templates/template-table.js';
import { TemplateBuffer } from './template-buffer.js';

const KIND = 7;
const NEVER = new AbortController().signal;

/** A hold of a crawl with this many pages in progress, and the number of pages released. */
function setUp(running: number, isOpen = true) {
  const crawl = { running };
  const hold = new TemplateBuffer(() => crawl.running, isOpen);
  const table = new TemplateTable();
  const gone: string[] = [];
  const enter = (name: string, signal = NEVER) => hold.enter(table, name, KIND, signal).then(() => gone.push(name)); // prettier-ignore
  return { crawl, hold, enter, gone };
}

const settled = () => jest.advanceTimersByTimeAsync(0);

describe('TemplateBuffer', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('holds a page while others are under way', async () => {
    const { enter, gone, hold } = setUp(3);
    void enter('a');
    await jest.advanceTimersByTimeAsync(1_900);
    expect(gone).toEqual([]);
    hold.close();
    await settled();
    expect(gone).toEqual(['a']);
  });

  it('lets a page go after two seconds, and holds none of its kind any more', async () => {
    const { enter, gone } = setUp(3);
    void enter('a');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(gone).toEqual(['a']);
    await enter('a');
    expect(gone).toEqual(['a', 'a']);
  });

  it('lets all go when nothing else is under way', async () => {
    const { crawl, enter, gone, hold } = setUp(3);
    void enter('a');
    void enter('b');
    crawl.running = 2;
    hold.look();
    await jest.advanceTimersByTimeAsync(50);
    expect(gone).toEqual(['a', 'b']);
  });

  it('lets a page go whose crawl is over', async () => {
    const { enter, gone } = setUp(3);
    const abort = new AbortController();
    void enter('a', abort.signal);
    abort.abort();
    await settled();
    expect(gone).toEqual(['a']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('holds no more than ten of a kind', async () => {
    const { enter, gone } = setUp(30);
    for (let page = 0; page < 10; page++) void enter('a');
    await settled();
    expect(gone).toHaveLength(10);
  });

  it('waits no more on a site where every page is a kind of its own', async () => {
    const { enter, gone } = setUp(30);
    for (let page = 0; page < 6; page++) void enter(`${page}`);
    await jest.advanceTimersByTimeAsync(2_000);
    await enter('next');
    expect(gone).toHaveLength(7);
  });

  it('holds nothing where it is not open', async () => {
    const { enter, gone } = setUp(3, false);
    await enter('a');
    expect(gone).toEqual(['a']);
  });
});
