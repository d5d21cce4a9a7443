import { htmlOfPages } from '../../../../../test/support/pdf-html.js';
import { tinyLines, type TinyText } from '../../../../../test/support/tiny-pdf.js';

const PROSE = [
  'The committee met in the spring to review the plans for',
  'the new bridge. Local growers reported a smaller harvest',
  'than in earlier years and a second survey.',
];

describe('how letters of a PDF look', () => {
  it('does not make code of figures in a font that calls itself monospaced', async () => {
    const texts: TinyText[] = [
      ...tinyLines(PROSE, 72, 100),
      { text: 'The year was', x: 72, y: 160 },
      { text: '13', x: 134, y: 160, font: 'code' },
      { text: 'by then.', x: 150, y: 160 },
    ];
    expect(await htmlOfPages([{ texts }])).toContain('<p>The year was 13 by then.</p>');
  });

  it('does not raise a label that is set smaller than what it names', async () => {
    const texts: TinyText[] = [
      ...tinyLines(PROSE, 72, 100),
      { text: 'Special needs of the child', x: 72, y: 158, size: 7 },
      { text: 'None known', x: 155, y: 160 },
    ];
    expect(await htmlOfPages([{ texts }])).toContain('<p>Special needs of the child None known</p>');
  });

  it('leaves raised letters within the bold words that they stand in', async () => {
    const texts: TinyText[] = [
      ...tinyLines(PROSE, 72, 100),
      { text: 'until the', x: 72, y: 160 },
      { text: '10', x: 112, y: 160, font: 'bold' },
      { text: 'th', x: 123.5, y: 156, size: 6, font: 'bold' },
      { text: 'of May.', x: 134, y: 160 },
    ];
    expect(await htmlOfPages([{ texts }])).toContain('until the <strong>10<sup>th</sup></strong> of May.');
  });

  it('keeps a paragraph whole in which a line is bold from end to end', async () => {
    const texts: TinyText[] = [
      { text: 'Oregon allows the same amount of time to file.', x: 72, y: 100 },
      { text: 'Write combat', x: 282, y: 100, font: 'bold' },
      { text: 'zone in blue ink at the top left corner of your return.', x: 72, y: 112, font: 'bold' },
      ...tinyLines(PROSE, 72, 140),
    ];
    expect(await htmlOfPages([{ texts }])).toContain(
      '<strong>Write combat zone in blue ink at the top left corner of your return.</strong></p>',
    );
  });

  it('takes no number for a heading, however large', async () => {
    const texts: TinyText[] = [{ text: '39*17/0773', x: 72, y: 80, size: 20 }, ...tinyLines(PROSE, 72, 120)];
    expect(await htmlOfPages([{ texts }])).not.toContain('<h');
  });

  it('parts the entries of a table of contents, and takes none for a heading', async () => {
    const entries = ['Background and aims', 'Methods of the survey', 'What was found'];
    const texts: TinyText[] = [
      ...entries.map((text, i) => ({
        text: `${text} ${'.'.repeat(60)} ${4 + i}`,
        x: 72,
        y: 100 + 16 * i,
        font: 'bold' as const,
      })),
      ...tinyLines(PROSE, 72, 200),
    ];
    const html = await htmlOfPages([{ texts }]);
    expect(html).not.toContain('<h');
    expect(html.match(/<p><strong>(Background|Methods|What)/g)).toHaveLength(3);
  });

  it('takes no chapter of a table of contents for a heading', async () => {
    const entry = (text: string, page: number, y: number): TinyText[] => [
      { text: `${text} ${'. '.repeat(30)}`, x: 90, y },
      { text: String(page), x: 500, y },
    ];
    const chapter = (text: string, page: number, y: number): TinyText[] => [
      { text, x: 72, y, font: 'bold' },
      { text: String(page), x: 500, y, font: 'bold' },
    ];
    const texts = [
      ...chapter('Rivers', 3, 100),
      ...entry('Their water', 3, 114),
      ...entry('Their bridges', 5, 128),
      ...chapter('Harbours', 8, 152),
      ...entry('Their ships', 8, 166),
      ...tinyLines(PROSE, 72, 260),
    ];
    expect(await htmlOfPages([{ texts }])).not.toContain('<h');
  });

  it('tells sections from chapters by their numbers where both look the same', async () => {
    const heading = (text: string, y: number): TinyText => ({ text, x: 72, y, size: 16 });
    const texts = [
      heading('1 Rivers', 80),
      ...tinyLines(PROSE, 72, 110),
      heading('1.1 Their water', 180),
      ...tinyLines(PROSE, 72, 210),
      heading('2 Harbours', 280),
      ...tinyLines(PROSE, 72, 310),
    ];
    expect((await htmlOfPages([{ texts }])).match(/<h\d>/g)).toEqual(['<h1>', '<h2>', '<h1>']);
  });

  it('leaves a letter in its line whose accent is raised by itself', async () => {
    const texts: TinyText[] = [
      ...tinyLines(PROSE, 72, 100),
      { text: 'a small caf', x: 72, y: 160 },
      { text: '\u00b4', x: 120.9, y: 158.5 },
      { text: 'e', x: 119.8, y: 160 },
      { text: 's owner', x: 125.4, y: 160 },
    ];
    expect(await htmlOfPages([{ texts }])).toContain('<p>a small cafés owner</p>');
  });
});
