import { somePage } from '../../testing/some-page.js';
import type { ActionResults } from './page.js';
import { ScriptReturn } from './script-return.js';
import { decodePage, encodePage } from './stored-page.js';

const LONG = '"A \\ lantern" – 🦉\u0001\n'.repeat(20_000);
const ACTIONS = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] };

describe('encodePage', () => {
  it.each([
    ['a short page', somePage()],
    ['long texts', somePage({ markdown: LONG, html: LONG, rawHtml: null })],
    ['texts with lone surrogates', somePage({ markdown: `${LONG}\ud800` })],
    ['a text in pieces', somePage({ markdown: `${'x'.repeat(512 * 1024 - 1)}🦉${LONG.repeat(4)}` })],
    ['a text of whole pieces', somePage({ markdown: 'x'.repeat(1024 * 1024) })],
    ['lists', somePage({ links: ['https://a.example/'], images: [], chunks: [] })],
    [
      'pages of a document',
      somePage({
        documentPages: [
          { pageNumber: 1, markdown: LONG },
          { pageNumber: 2, markdown: '' },
        ],
      }),
    ],
    [
      'a response',
      somePage({
        response: { statusCode: 200, statusText: 'OK', headers: [['a', 'b']], body: LONG, encoding: 'utf8' },
      }),
    ],
    [
      'results of actions',
      somePage({
        actions: {
          screenshots: [`data:image/png;base64,${'A'.repeat(400_000)}`, 'data:,'],
          scrapes: [{ url: 'https://example.com/', html: LONG }],
          javascriptReturns: [
            { type: 'string', value: LONG },
            { type: 'object', value: { a: [1, null, { b: 'c' }] } },
          ],
          pdfs: [],
        },
      }),
    ],
  ])('keeps %s', async (_name, page) => {
    expect(await decodePage(await encodePage(page))).toEqual(page);
  });

  it('keeps the JSON of large values without parsing it', async () => {
    const returned = new ScriptReturn('object', `{"a":"${'x'.repeat(300_000)}","b":[`); // invalid JSON on purpose
    const page = somePage({ actions: { ...ACTIONS, javascriptReturns: [returned] } });
    const { actions } = await decodePage(await encodePage(page));
    expect(actions?.javascriptReturns).toEqual([returned]);
    expect(actions?.javascriptReturns[0]).toBeInstanceOf(ScriptReturn);
  });

  it('leaves the page as it is', async () => {
    const page = somePage({ actions: { ...ACTIONS, screenshots: [LONG] } });
    await encodePage(page);
    expect(page.actions?.screenshots).toEqual([LONG]);
  });

  it('reads pages that were stored as JSON alone', async () => {
    const page = somePage({ markdown: LONG });
    expect(await decodePage(Buffer.from(JSON.stringify(page)))).toEqual(page);
  });

  it('reads pages of earlier versions', async () => {
    const javascriptReturns = [
      { type: 'object', json: null },
      { type: 'string', value: 'short' },
    ];
    const page = somePage({ actions: { ...ACTIONS, javascriptReturns } as unknown as ActionResults });
    const texts = [
      { path: ['markdown'], bytes: Buffer.byteLength(LONG), encoding: 'utf8' },
      { path: ['html'], bytes: 2 * LONG.length, encoding: 'utf16le' },
      { path: ['actions', 'javascriptReturns', 0, 'json'], bytes: 7, encoding: 'utf8' },
    ];
    const head = Buffer.from(JSON.stringify({ page, texts }));
    const start = Buffer.from([1, 0, 0, 0, 0]);
    start.writeUInt32LE(head.length, 1);
    const stored = [start, head, Buffer.from(LONG), Buffer.from(LONG, 'utf16le'), Buffer.from('{"a":1}')];
    const { markdown, html, actions } = await decodePage(Buffer.concat(stored));
    expect([markdown, html]).toEqual([LONG, LONG]);
    expect(actions?.javascriptReturns).toEqual([
      new ScriptReturn('object', '{"a":1}'),
      { type: 'string', value: 'short' },
    ]);
  });

  it.each([
    ['long values', 8, LONG.repeat(8)],
    ['many values', 50, 'x'.repeat(500_000)],
  ])('takes turns with other work while it writes and reads %s', async (_name, count, text) => {
    const page = somePage({ actions: { ...ACTIONS, screenshots: Array<string>(count).fill(text) } });
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const stored = await encodePage(page);
    const written = turns;
    await decodePage(stored);
    clearInterval(timer);
    expect(written).toBeGreaterThan(0);
    expect(turns).toBeGreaterThan(written);
  });
});
