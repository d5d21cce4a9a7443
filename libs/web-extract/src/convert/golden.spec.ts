import { DEFAULT_CONVERSION } from '../model/page/conversion.js';
import { HtmlRenderer, Parser } from 'commonmark';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertHtml } from './convert-html.js';

const FOLDER = join(process.cwd(), 'test/golden');
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html'))
  .map((file) => file.slice(0, -'.html'.length));

/** A page with this attribute is reduced to its main content. */
const MAIN_CONTENT = 'data-main-content';

function convert(html: string): string | null {
  return convertHtml(html, {
    url: 'https://golden.example/docs/page.html',
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    onlyMainContent: html.includes(MAIN_CONTENT),
  }).markdown;
}

describe('golden pages', () => {
  it('are at least sixty', () => {
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  // Expectations are written and reviewed by hand; this test never writes them.
  it.each(names)('%s becomes its markdown', (name) => {
    const expected = join(FOLDER, `${name}.md`);
    expect(existsSync(expected)).toBe(true);
    expect(`${convert(readFileSync(join(FOLDER, `${name}.html`), 'utf8'))}\n`).toBe(
      readFileSync(expected, 'utf8'),
    );
  });

  it('show terms and their definitions in lines of their own where a reader knows CommonMark only', () => {
    const markdown = convert('<dl><dt>Bow</dt><dd>The front.</dd><dd>Also: a knot.</dd></dl><p>After.</p>')!;
    expect(new HtmlRenderer().render(new Parser().parse(markdown))).toBe(
      '<p>Bow<br />\n: The front.<br />\n: Also: a knot.</p>\n<p>After.</p>\n',
    );
  });
});
