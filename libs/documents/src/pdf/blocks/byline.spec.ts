import { readPdfBytes } from '../../../../../test/support/pdf-html.js';
import { tinyLines, tinyPdf } from '../../../../../test/support/tiny-pdf.js';

const PROSE = tinyLines(
  ['The committee met in the spring to review the plans for', 'the new bridge, and again in autumn.'],
  72,
  180,
);

async function authorOf(byline: string, x: number): Promise<string | null> {
  const texts = [{ text: 'On bridges', x: 150, y: 90, size: 20 }, { text: byline, x, y: 130 }, ...PROSE];
  const { facts } = await readPdfBytes(tinyPdf([{ texts }]));
  return facts.author;
}

describe('authorBelowTitle', () => {
  it('takes the name that is centred below the title', async () => {
    expect(await authorOf('Ada van Kowalski', 155)).toBe('Ada van Kowalski');
  });

  it('takes nothing that is no name, or that stands elsewhere', async () => {
    expect(await authorOf('held on 3 May 2024', 156)).toBeNull();
    expect(await authorOf('Ada van Kowalski', 72)).toBeNull();
  });
});
