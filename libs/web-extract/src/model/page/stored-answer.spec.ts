import { somePage } from '../../testing/some-page.js';
import type { Page } from './page.js';
import { ScriptReturn } from './script-return.js';
import { answerOf } from './stored-answer.js';
import { encodePage } from './stored-page.js';

const TEXT = '"A \\ lantern" – 🦉\u0001\n'.repeat(100);
const LONG = TEXT.repeat(400);

/** Asserts that the answer of the stored page is the JSON of the answer of the page. */
async function expectSame(page: Page, present: (page: Page) => object): Promise<void> {
  const answer = await answerOf(await encodePage(page), present);
  expect(JSON.parse(answer.toString())).toEqual(JSON.parse(JSON.stringify(present(page))));
}

describe('answerOf', () => {
  it.each([
    ['short texts', somePage({ markdown: 'short' })],
    ['texts', somePage({ markdown: TEXT, html: TEXT })],
    [
      'long texts, parted within a character',
      somePage({ markdown: `${'x'.repeat(512 * 1024 - 1)}🦉${LONG}` }),
    ],
    ['lists', somePage({ links: ['https://a.example/', 'https://b.example/"'] })],
    ['empty values', somePage({ markdown: '', links: [] })],
    ['texts with lone surrogates', somePage({ markdown: `${TEXT}\ud800` })],
  ])('copies %s', async (_name, page) => {
    await expectSame(page, (all) => all);
  });

  it('copies results of actions', async () => {
    const page = somePage({
      screenshot: `data:image/png;base64,${'A'.repeat(400_000)}`,
      actions: {
        screenshots: ['data:,', `data:image/png;base64,${'B'.repeat(1_000)}`],
        scrapes: [{ url: 'https://example.com/', html: TEXT }],
        javascriptReturns: [
          { type: 'string', value: TEXT },
          new ScriptReturn('object', JSON.stringify({ a: LONG })),
        ],
        pdfs: [`data:application/pdf;base64,${'C'.repeat(1_000)}`],
      },
    });
    await expectSame(page, ({ actions, screenshot }) => ({ actions, metadata: { screenshot } }));
  });

  it('leaves out and repeats values', async () => {
    const page = somePage({ markdown: TEXT, html: TEXT, rawHtml: LONG });
    await expectSame(page, ({ markdown, rawHtml }) => ({ content: markdown, markdown, raw: rawHtml }));
  });

  it('reads pages that were stored as JSON alone', async () => {
    const page = somePage({ markdown: TEXT });
    const answer = await answerOf(Buffer.from(JSON.stringify(page)), ({ markdown }) => ({ markdown }));
    expect(JSON.parse(answer.toString())).toEqual({ markdown: TEXT });
  });

  it('does not parse the values', async () => {
    const stored = await encodePage(somePage({ markdown: 'x'.repeat(1_000) }));
    stored.fill('"', stored.length - 10); // no JSON any more
    const answer = await answerOf(stored, ({ markdown, url }) => ({ markdown, url }));
    expect(answer.toString()).toContain(`x${'"'.repeat(10)},"url"`);
  });
});
