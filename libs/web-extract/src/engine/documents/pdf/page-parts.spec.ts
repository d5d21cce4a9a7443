import { htmlOfPages } from '../../../../../../test/support/pdf-html.js';
import { tinyLines, type TinyText } from '../../../../../../test/support/tiny-pdf.js';

const PROSE = [
  'The committee met in the spring to review the plans for',
  'the new bridge. Local growers reported a smaller harvest',
  'than in earlier years and a second survey.',
];

describe('the parts of PDF pages', () => {
  it('mends words that are parted at the ends of lines, and leaves those their own hyphens', async () => {
    const lines = [
      'Goods are moved by transportation on water, and the well-known boats',
      'are slow. Much was written of the ways of transpor-',
      'tation by land, of which carts are the well-',
      'known ones that every child can tell.',
    ];
    const html = await htmlOfPages([{ texts: tinyLines(lines, 72, 100) }]);
    expect(html).toContain('ways of transportation by land');
    expect(html).toContain('the well-known ones');
  });

  it('writes notes below the text with their numbers raised', async () => {
    const texts: TinyText[] = [
      ...tinyLines(PROSE, 72, 100),
      { text: '1 Kept in the archive of the town.', x: 72, y: 700, size: 7 },
      { text: '2 Lost in the great flood.', x: 72, y: 709, size: 7 },
    ];
    expect(await htmlOfPages([{ texts }])).toContain(
      '<p><sup>1</sup> Kept in the archive of the town.</p><p><sup>2</sup> Lost in the great flood.</p>',
    );
  });

  it('makes one link of an area for each of its lines', async () => {
    const href = 'https://example.com/register';
    const texts = tinyLines(
      ['All of it is written down in the public', 'register of the town since then.'],
      72,
      100,
    );
    const links = [
      { href, box: [198, 91, 112, 12] as const },
      { href, box: [72, 103, 36, 12] as const },
    ];
    expect(await htmlOfPages([{ texts, links }])).toContain(
      'in the <a href="https://example.com/register">public register</a> of',
    );
  });

  it('reads nothing that leads to a script or a file as a link', async () => {
    const texts = tinyLines(PROSE, 72, 100);
    const links = ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'].map((href) => ({
      href,
      box: [72, 91, 200, 40] as const,
    }));
    expect(await htmlOfPages([{ texts, links }])).not.toContain('<a');
  });

  it.each([
    ['in one piece', ['Printed bold by printing twice']],
    ['cut into other parts', ['Printed bold', ' by printing twice']],
  ])('says once what is printed twice with a small shift, the second time %s', async (_, parts) => {
    const second = parts.map((text, i) => ({
      text: text.trimStart(),
      x: i === 0 ? 72.4 : 132.08,
      y: 100,
    }));
    const texts = [{ text: 'Printed bold by printing twice', x: 72, y: 100 }, ...second];
    expect(await htmlOfPages([{ texts: [...texts, ...tinyLines(PROSE, 72, 140)] }])).toMatch(
      /^<p>Printed bold by printing twice<\/p><p>The committee/,
    );
  });
});
