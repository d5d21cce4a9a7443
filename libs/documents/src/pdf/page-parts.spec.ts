import { htmlOfPages } from '../../../../test/support/pdf-html.js';
import { tinyLines, type TinyText } from '../../../../test/support/tiny-pdf.js';

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

  it('takes sources in small letters for a list, below their heading and at the top of the next column', async () => {
    const source = (number: number, x: number, y: number): TinyText => ({
      text: `${number}. Kept in the archive of the town.`,
      x,
      y,
      size: 7,
    });
    const heading: TinyText = { text: 'Sources', x: 72, y: 600, font: 'bold' };
    const pages = [
      { texts: [...tinyLines(PROSE, 72, 100), heading, source(1, 72, 620), source(2, 72, 629)] },
      { texts: [source(3, 72, 80), source(4, 72, 89)] },
    ];
    const html = await htmlOfPages(pages);
    expect(html).not.toContain('<sup>');
    expect(html.match(/<li>/g)).toHaveLength(4);
  });

  it('keeps the text of pages that are copies of each other', async () => {
    const lines = Array.from(
      { length: 14 },
      (_, i) => `${['red', 'green', 'blue'][i % 3]} boats number ${i}`,
    );
    const texts = tinyLines(lines, 72, 60);
    const html = await htmlOfPages([{ texts }, { texts }]);
    expect(html.match(/red boats number 0 /g)).toHaveLength(2);
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

  it('reads an initial that reaches over several lines as the first letter of the first', async () => {
    const beside = [
      'he committee met in the spring to review the plans',
      'for the new bridge. The local growers reported all',
    ];
    const below = [
      'a smaller harvest than in the earlier years and also a',
      'second survey of all that was found there.',
    ];
    const texts = [
      { text: 'T', x: 72, y: 112, size: 27 },
      ...tinyLines(beside, 91, 100),
      ...tinyLines(below, 72, 124),
    ];
    expect(await htmlOfPages([{ texts }])).toBe(`<p>T${beside[0]} ${beside[1]} ${below[0]} ${below[1]}</p>`);
  });

  it('takes letters of a font that has nothing but begins of lines for bullets', async () => {
    const items = ['Visitors leave large bags', 'at the entrance'].flatMap((text, i) => [
      { text: 'o', x: 72, y: 100 + 14 * i, font: 'code' as const },
      { text, x: 90, y: 100 + 14 * i },
    ]);
    expect(await htmlOfPages([{ texts: items }])).toBe(
      '<ul><li>Visitors leave large bags</li><li>at the entrance</li></ul>',
    );
  });

  it('reads names whose letters are set into each other as one word', async () => {
    const show = (x: number, y: number, size: number, text: string) =>
      `BT /regular ${size} Tf ${x} ${692 - y} Td (${text}) Tj ET`;
    const operators = [show(72, 0, 10, 'Set in'), show(104, 0, 10, 'L'), show(106, -2, 7, 'A')];
    operators.push(show(109, 0, 10, 'T'), show(113.4, 2.5, 10, 'E'), show(118.8, 0, 10, 'X since then'));
    expect(await htmlOfPages([{ operators: operators.join(' ') }])).toBe('<p>Set in LATEX since then</p>');
  });

  it('keeps what a bold lead begins with it, wherever its lines break', async () => {
    const bold = (text: string, y: number) => ({ text, x: 72, y, font: 'bold' as const });
    const texts = [
      bold('What is to be paid for the year by those who stay.', 100),
      { text: 'The', x: 335, y: 100 },
      ...tinyLines(PROSE, 72, 112),
    ];
    expect(await htmlOfPages([{ texts }])).toMatch(/^<p><strong>What .* stay\.<\/strong> The The committee/);
  });

  it('leaves out numbers of pages also where wide margins are left below them', async () => {
    const page = (number: number) => ({
      texts: [...tinyLines(PROSE, 72, 100), { text: `${number}`, x: 300, y: 660 }],
    });
    expect(await htmlOfPages([page(7), page(8)])).not.toMatch(/>[78]</);
  });

  it('takes no text for headings that is set like long text, larger than most', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `${PROSE[i % 3]} ${i}`);
    const large = PROSE.concat(PROSE).map(() => 'Visitors are asked to leave large bags at the');
    const texts = [
      ...tinyLines(many, 72, 100, { size: 8 }),
      ...tinyLines(large, 72, 420, { size: 10 }),
      { text: 'Sampleby, in the spring', x: 72, y: 520 },
    ];
    expect(await htmlOfPages([{ texts }])).not.toContain('<h');
  });
});
