import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import { kindSite } from '../../../testing/kind-site.js';
import { convertHtml } from '../../convert-html.js';
import { TemplateTable } from './template-table.js';

function convert(html: string, url: string, kinds?: readonly KindDecision[]) {
  return convertHtml(html, {
    url,
    formats: ['markdown'],
    ...DEFAULT_CONVERSION,
    ...(kinds === undefined ? {} : { kinds }),
  });
}

/** Returns the decisions learned from five pages of the site. */
function learn(): readonly KindDecision[] {
  const table = new TemplateTable();
  for (const { html, url } of kindSite(5)) table.add(convert(html, url, []).vote!);
  return table.decisions;
}

const [{ html, url }] = kindSite(1) as [{ html: string; url: string }];
const LEARNT = learn();
const isLookedAt = (address: string) => convert(html, address, LEARNT).vote !== undefined;

describe('A page of a crawl', () => {
  it('votes where its kind is not settled', () => {
    expect(convert(html, url, []).vote).toMatchObject({ isTechnical: true, outside: 0 });
  });

  it('says nothing to others when it is scraped alone', () => {
    expect(convert(html, url)).not.toHaveProperty('vote');
  });

  it('says that its kind decided', () => {
    const [decision] = LEARNT;
    expect(convert(html, url, [decision!]).quality).toMatchObject({
      candidate: 'settled',
      pageType: decision!.pageType,
      flags: [],
    });
  });

  it('is looked at all the same once in twenty, and reads no different', () => {
    const addresses = Array.from({ length: 150 }, (_, at) => `https://reader.example/guide/${at}`);
    const sampled = addresses.filter(isLookedAt);
    expect(sampled.length).toBeGreaterThan(0);
    expect(sampled.length).toBeLessThan(30);
    expect(convert(html, sampled[0]!, LEARNT).quality.candidate).toBe('settled');
  });

  it('is judged by itself when it has nothing where its kind has its content', () => {
    const elsewhere = html.replace(/<div class="body">.*<\/div><div class="pager">/s, (body) => body.replace('class="body"', 'class="text"')); // prettier-ignore
    expect(convert(elsewhere, url, LEARNT).quality.candidate).not.toBe('settled');
  });

  it('leaves out the list of its own headings', () => {
    const contents =
      '<ul><li><p><a href="#a">Section 0</a></p></li><li><p><a href="#b">Section 1</a></p></li></ul>';
    const listed = html.replace('</h1>', `</h1>${contents}`);
    expect(convert(listed, url, LEARNT).markdown).toBe(convert(html, url, LEARNT).markdown);
  });

  it('keeps code and signatures wherever they repeat those of other pages', () => {
    const [decision] = LEARNT;
    const again = html.replaceAll(/reader\.read\(\d+, \d+\)/g, 'reader.read()');
    expect(convert(again, url, [decision!]).markdown!.match(/reader\.read\(\)/g)).toHaveLength(4);
  });
});
