import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { PageIndex } from './page-index.js';

const indexOf = (html: string) => new PageIndex(parseHtml(html, 'https://shop.example/'));

describe('PageIndex', () => {
  it('has each text that is not blank as a run in one line, with its element', () => {
    const page = indexOf('<p>  One\n  <b>two</b>\t</p><script>no</script><td>\u00a0</td><p>three</p>');
    const runs = Array.from({ length: page.runCount }, (_, run) => page.runText(run));
    expect(runs).toEqual(['One', 'two', 'three']);
    expect(runs.map((_, run) => page.elements[page.owners[run]!]!.name)).toEqual(['p', 'b', 'p']);
  });

  it('gives runs up to a length, which is that of their line', () => {
    const texts = [
      'a'.repeat(40),
      'a'.repeat(41),
      `a${' \n'.repeat(60)}b`,
      'ä'.repeat(41),
      `${'a '.repeat(21)}`,
    ];
    const page = indexOf(texts.map((text) => `<p>${text}</p>`).join(''));
    expect(texts.map((_, run) => page.shortRun(run, 40))).toEqual(['a'.repeat(40), null, 'a b', null, null]);
  });

  it('knows which elements and runs are inside of an element', () => {
    const page = indexOf('<main><ul><li>one<li>two</ul><p>three</p></main>');
    const list = page.byTag.get('ul')![0]!;
    const names = page.elements.slice(list, page.ends[list]).map(({ name }) => name);
    expect(names).toEqual(['ul', 'li', 'li']);
    expect([page.firstRuns[list], page.endRuns[list]]).toEqual([0, 2]);
    expect(page.textOf(list)).toBe('one two');
  });
});
