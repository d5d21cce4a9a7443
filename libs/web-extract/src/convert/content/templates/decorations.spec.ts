import { DEFAULT_CONVERSION } from '../../../model/page/conversion.js';
import type { KindDecision } from '../../../model/page/page-kind.js';
import { kindSite, type SitePage } from '../../../testing/kind-site.js';
import { convertHtml } from '../../convert-html.js';
import { TemplateTable } from './template-table.js';

function convert({ html, url }: SitePage, kinds?: readonly KindDecision[]) {
  return convertHtml(html, {
    url,
    formats: ['markdown', 'quality'],
    ...DEFAULT_CONVERSION,
    ...(kinds === undefined ? {} : { kinds }),
  });
}

/** Pages whose second section begins otherwise. */
function siteWith(section: (at: number, page: SitePage) => string, pages = 8): SitePage[] {
  return kindSite(pages).map((page, at) => ({
    ...page,
    html: page.html.replace('<h2>Section 1</h2>', section(at, page)),
  }));
}

/** A page of the site as it reads when that many others are known; not one of those that are looked at all the same. */
function settled(site: readonly SitePage[], learnt = 5): string {
  const table = new TemplateTable();
  for (const page of site.slice(0, learnt)) table.add(convert(page, []).vote!);
  const { markdown, quality } = convert(site.at(-1)!, table.decisions);
  expect(quality.candidate).toBe('settled');
  return markdown!;
}

const heading = (text: string, piece: string) => `<h2>${text} ${piece}</h2>`;

describe('An inline piece that the pages of a kind have in common goes from', () => {
  it.each([
    ['<a href="#">Edit</a>'],
    ['<a href="">Edit</a>'],
    ['<a href="javascript:void(0)" class="share"><i class="icon"></i> Share</a>'],
    ['<a class="copy">Copy link</a>'],
    ['<span role="button" tabindex="0">Copy link</span>'],
    ['<span class="tools">[<a href="#">edit</a>] [<a href="#">source</a>]</span>'],
    ['<a href="#">Edit</a> | <a href="#">Share</a>'],
    ['<small><a href="#top">Back to top</a></small>'],
  ])('a heading: %s', (piece) => {
    expect(settled(siteWith((at) => heading(`Part ${at}`, piece)))).toMatch(/^## Part 7$/m);
  });

  it('a heading that it stands before, or whose own address it has', () => {
    const before = siteWith((at) => `<h2><a href="#">Edit</a> Part ${at}</h2>`);
    expect(settled(before)).toMatch(/^## Part 7$/m);
    const own = siteWith((at) => `<h2 id="part">Part ${at} <a href="#part">Share</a></h2>`);
    expect(settled(own)).toMatch(/^## Part 7$/m);
  });

  it('a block of text, whatever it adds to the address of its page', () => {
    const piece = ({ url }: SitePage) => `<a href="${url}?share=mail#reply">Reply</a>`;
    const site = siteWith((at, page) => `<h2>Part</h2><p id="reply">It is ${at} o'clock. ${piece(page)}</p>`);
    expect(settled(site)).toMatch(/^It is 7 o'clock\.$/m);
  });

  it('nowhere on pages that are read alone, and says why it goes', () => {
    const site = siteWith((at) => heading(`Part ${at}`, '<a href="#">Edit</a>'));
    expect(convert(site[0]!).markdown).toContain('Part 0 [Edit]');
    const table = new TemplateTable();
    for (const page of site) table.add(convert(page, []).vote!);
    expect(convert(site[7]!, table.decisions).quality.removed).toContainEqual(
      expect.objectContaining({ why: 'decoration', chars: 4 }),
    );
  });
});

describe('An inline piece stays', () => {
  it.each<[string, string, RegExp]>([
    ['that leads to another page', '<h2>Part <a href="/edit">Edit</a></h2>', /## Part \[Edit\]/],
    ['that leads to another part of the page', '<p>Part <a href="#note">See notes</a></p>', /See notes/],
    ['that is a number', '<p>Part <sup><a href="#">1</a></sup></p>', /\[1\]/],
    ['that is a label', '<p><a href="#">Returns:</a> a number</p>', /Returns:/],
    ['that a label ends', '<p><a href="#">Returns</a>: a number</p>', /Returns\]/],
    ['in the middle of a sentence', '<p>Take <a href="#">the reader</a> and read</p>', /the reader/],
    ['at the end of a sentence', '<p>Take <a href="#">the reader</a>.</p>', /the reader/],
    ['that is all a heading says', '<h2><a href="#">Part</a></h2>', /^## .*Part/m],
    ['that is all a block says', '<p><a href="#">Part</a></p>', /^\[Part\]/m],
    ['that is all a cell says', '<dl><dt><a href="#">Part</a></dt><dd>Some</dd></dl>', /Part/],
    ['that is a place to link to', '<h2>Part <a name="x">of the guide</a></h2>', /Part of the guide/],
    ['without a link', '<h2>Part <span class="badge">Deprecated</span></h2>', /Part Deprecated/],
    ['of code', '<h2>Part <a href="#"><code>read</code></a></h2>', /read/],
    ['in code', '<pre>read() <a href="#">Copy</a></pre>', /Copy/],
    ['in bold', '<p>Some <b><a href="#">Part</a></b></p>', /Part/],
  ])('%s', (_, section, expected) => {
    expect(settled(siteWith(() => section))).toMatch(expected);
  });

  it('that four pages have', () => {
    const piece = (at: number) => (at < 3 || at === 11 ? '<a href="#">Edit</a>' : '');
    expect(
      settled(
        siteWith((at) => heading(`Part ${at}`, piece(at)), 12),
        12,
      ),
    ).toContain('Edit');
  });
});
