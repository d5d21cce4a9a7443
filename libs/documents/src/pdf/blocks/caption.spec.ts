import { htmlOfPages } from '../../../../../test/support/pdf-html.js';
import { tinyLines } from '../../../../../test/support/tiny-pdf.js';
import { beginsCaption } from './caption.js';

const BODY = [
  'The register of the station shows the wind of ten',
  'years, and whoever reads it sees that the storms of',
];
const REST = ['the spring have come earlier with every year since', 'the tower was built.'];

describe('beginsCaption', () => {
  it.each([
    'Figure 2: The road',
    'Fig. 3.1. The road',
    'TABLE IV. Roads',
    'Abbildung 7: Der Weg',
    'Рис. 4 — Дорога',
    '図 2：道',
    'Table A.2: Roads',
  ])('is so for %s', (text) => {
    expect(beginsCaption(text)).toBe(true);
  });

  it.each([
    'Figure 2 shows the road',
    'Figure 1.2 shows it',
    'Tables: all',
    'Table of contents',
    'Figured. It',
    'Abbildung f : R',
  ])('is not so for %s', (text) => {
    expect(beginsCaption(text)).toBe(false);
  });
});

describe('a caption', () => {
  it('that stands where a page begins parts no paragraph, and is no part of one', async () => {
    const caption = 'Figure 2: The tower in the year in which it was built';
    const pages = [
      { texts: tinyLines(BODY, 72, 690) },
      { texts: [...tinyLines([caption], 72, 120), ...tinyLines(REST, 72, 160)] },
    ];
    expect(await htmlOfPages(pages)).toBe(`<p>${[...BODY, ...REST].join(' ')}</p><p>${caption}</p>`);
  });

  it.each(['Figure 3: The tower and the station below it', 'Table 3. Winds of ten years'])(
    'begins anew below a text that is as close as its own lines: %s',
    async (caption) => {
      const html = await htmlOfPages([
        {
          texts: tinyLines(
            [...REST.slice(0, 1), 'storms of all years were counted there again now.', caption],
            72,
            100,
          ),
        },
      ]);
      expect(html).toContain(`<p>${caption}</p>`);
    },
  );
});
