import { htmlOfPages } from '../../../../../test/support/pdf-html.js';
import { tinyLines, type TinyText } from '../../../../../test/support/tiny-pdf.js';

const code = (lines: readonly string[], y: number, pitch = 12): TinyText[] =>
  lines.flatMap((text, i) => (text === '' ? [] : [{ text, x: 72, y: y + pitch * i, font: 'code' as const }]));

const PROSE = ['The committee met in the spring to review the plans for', 'the new bridge and the old one.'];

describe('code on PDF pages', () => {
  it('is no block of its own where a sentence ends with it', async () => {
    const texts = [
      ...tinyLines(['Controls the largest size of what a client may send. By default it is'], 72, 100),
      { text: 'application', x: 72, y: 112, font: 'code' as const },
      { text: '.', x: 138, y: 112 },
    ];
    expect(await htmlOfPages([{ texts }])).toBe(
      '<p>Controls the largest size of what a client may send. By default it is <code>application</code>.</p>',
    );
  });

  it('is in its item where every item of a list is code', async () => {
    const texts = ['first()', 'second()'].flatMap((text, i): TinyText[] => [
      { text: '-', x: 72, y: 120 + 14 * i },
      { text, x: 84, y: 120 + 14 * i, font: 'code' },
    ]);
    expect(await htmlOfPages([{ texts: [...tinyLines(PROSE, 72, 60), ...texts] }])).toContain(
      '<ul><li><code>first()</code></li><li><code>second()</code></li></ul>',
    );
  });

  it('keeps a blank line between its only two lines', async () => {
    const texts = [
      ...tinyLines(PROSE, 72, 60),
      ...code(["import { a } from 'b'", '', 'const c = a();'], 110),
    ];
    expect(await htmlOfPages([{ texts }])).toContain(
      "<pre><code>import { a } from 'b'\n\nconst c = a();</code></pre>",
    );
  });

  it('goes on over pages until its brackets are closed', async () => {
    const html = await htmlOfPages([
      { texts: [...tinyLines(PROSE, 72, 660), ...code(['const {', '  status,'], 700)] },
      { texts: [...code(['} = await ask()'], 80), ...tinyLines(PROSE, 72, 120)] },
    ]);
    expect(html).toContain('<pre><code>const {\n  status,\n} = await ask()</code></pre>');
  });
});

describe('addresses that are parted at the end of a line', () => {
  it('keep their own hyphens', async () => {
    const texts = tinyLines(
      ['It is described in full at https://npm.example/minipass-', 'fetch and elsewhere'],
      72,
      100,
    );
    expect(await htmlOfPages([{ texts }])).toContain('https://npm.example/minipass-fetch and');
  });
});
