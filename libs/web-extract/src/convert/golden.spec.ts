import { DEFAULT_CONVERSION } from '../model/page/conversion.js';
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
});
