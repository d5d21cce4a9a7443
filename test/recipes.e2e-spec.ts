import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Test, type TestingModule } from '@nestjs/testing';
import {
  CrawlService,
  ExtractorService,
  ExtractService,
  ScrapeService,
  SearchService,
  WebExtractModule,
} from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { WebExtractTestingModule } from 'nestjs-web-extract/testing';
import { requireOfRecipes, runRecipe } from './setup/recipes.js';
import { linked } from './sites/linked.js';
import { FIVE_SHOPS, pricesOf } from './sites/five-shops.js';
import { startSite } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { ChangingSite } from './support/changing-site.js';
import { crawl } from './support/crawls.js';

const LAMP = 'https://shop.example/lamp';
const PRODUCT = { '@type': 'Product', name: 'Lamp', offers: { price: 12.5, priceCurrency: 'EUR' } };
const PAGES = {
  'https://shop.example/': '<title>Shop</title><main><h1>Shop</h1><p><a href="/lamp">Lamp</a></p></main>',
  [LAMP]:
    `<title>Lamp</title><script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>` +
    '<main><h1>Lamp</h1><p>A refund is possible within thirty days.</p><p>It costs 12.50 euros.</p></main>',
  'https://shop.example/gone': 404,
};
const HITS = [
  { url: LAMP, title: 'Lamp' },
  { url: 'https://unknown.example/', title: 'Unknown' },
];

describe('the recipes in docs', () => {
  let module: TestingModule;

  beforeAll(async () => {
    const model = () => ({ name: 'Lamp', price: 12.5 });
    const imports = [WebExtractTestingModule.forRoot({ pages: { ...PAGES, ...FIVE_SHOPS.pages }, hits: HITS, model })]; // prettier-ignore
    module = await Test.createTestingModule({ imports }).compile();
    await module.init();
  });
  afterAll(() => module?.close());

  it('the LangChain retriever returns the passages of found pages and omits failed ones', async () => {
    const { WebRetriever } = runRecipe('langchain');
    const retriever = new WebRetriever(module.get(SearchService, { strict: false }));
    const documents = await retriever.invoke('refund within thirty days');
    expect(documents).toEqual([
      expect.objectContaining({
        pageContent: expect.stringContaining('A refund is possible within thirty days.'),
        metadata: { source: LAMP },
      }),
    ]);
  });

  it('the LlamaIndex reader returns a document per page', async () => {
    const { SiteReader } = runRecipe('llamaindex');
    const reader = new SiteReader(module.get(CrawlService, { strict: false }), 'https://shop.example/');
    const documents = await runRecipe('llamaindex', 1).load(reader);
    expect(documents.map((document: any) => document.id_).sort()).toEqual(['https://shop.example/', LAMP]);
    expect(documents.find((document: any) => document.id_ === LAMP).metadata.title).toBe('Lamp');
  });

  it('the zod schema validates and types what the page states', async () => {
    const { readProduct } = runRecipe('zod');
    const product = await readProduct(module.get(ExtractService, { strict: false }), LAMP);
    expect(product).toMatchObject({ name: 'Lamp', price: 12.5 });
  });

  it('the extractor reads the prices of five shops without a model', async () => {
    const { ShopPrices } = runRecipe('prices');
    const prices = new ShopPrices(module.get(ExtractorService, { strict: false }));
    const learned = await prices.learn(pricesOf(0, 4).map(({ url, ...data }) => ({ url, data })));
    expect(learned).toEqual({ status: 'ready', templates: 5, error: null });
    const read = await prices.read([...pricesOf(4, 8).map(({ url }) => url), LAMP]);
    expect(read.slice(0, -1)).toEqual(
      pricesOf(4, 8).map((price) => ({ ...price, quote: expect.stringMatching(/\d/) })),
    );
    expect(read.at(-1)).toEqual({ url: LAMP, problems: expect.stringContaining('unknown-template') });
    const { usage } = await module.get(ExtractorService, { strict: false }).get('prices');
    expect(usage.calls).toBe(0);
  });

  it('the recognizer reads the text of a picture', async () => {
    const { createCanvas } = requireOfRecipes('@napi-rs/canvas');
    const canvas = createCanvas(800, 200);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 800, 200);
    context.fillStyle = 'black';
    context.font = '60px sans-serif';
    context.fillText('Lighthouses of the north', 20, 120);
    const { recognizer } = runRecipe('ocr');
    const bytes = canvas.toBuffer('image/png');
    const request = { bytes, mediaType: 'image/png', pages: [1] };
    const [found] = await recognizer.recognize(request, new AbortController().signal);
    await recognizer.onApplicationShutdown();
    expect(found).toEqual({ page: 1, text: expect.stringContaining('Lighthouses') });
  }, 60_000);
});

it('the pgvector sink keeps the table of the recipe in sync, and embeds each text once', async () => {
  const site = await ChangingSite.start(['/a', '/b']);
  const { PGlite } = requireOfRecipes('@electric-sql/pglite');
  const db = await PGlite.create({ extensions: { vector: requireOfRecipes('@electric-sql/pglite-pgvector').vector } }); // prettier-ignore
  const guide = readFileSync(join(process.cwd(), 'docs/recipes/pgvector.md'), 'utf8');
  await db.exec(/^```sql\n(.*?)^```/ms.exec(guide)![1]!);
  await db.refreshArrayTypes(); // the Pool of pg does without
  const { PgVectorSink } = runRecipe('pgvector');
  const embedded: string[] = [];
  /** 1,536 numbers, in the direction of one of them for each text with the word. */
  const vectorOf = (text: string) => Array.from({ length: 1_536 }, (_, n) => Number(n === (text.includes('zebra') ? 1 : 0))); // prettier-ignore
  const sink = new PgVectorSink(db, async (texts: readonly string[]) => {
    embedded.push(...texts);
    return texts.map(vectorOf);
  });
  const options = { auth: false, allowPrivate: ['127.0.0.1'], browser: false as const } as const;
  const api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
  const sync = () => api.app.get(CorpusService).sync({ crawl: { url: site.address() }, tag: 'docs' }, sink);
  try {
    expect(await sync()).toMatchObject({ new: 3 });
    site.say('/a', { First: 'Text of /a.', Second: 'The zebra crosses.' });
    site.answerWith(['/b'], { status: 404 });
    embedded.length = 0;
    expect(await sync()).toMatchObject({ changed: 1, removed: 1 });
    expect(embedded.length).toBeGreaterThan(0);
    expect(embedded.filter((text) => text.includes('Text of /a.') && !text.includes('zebra'))).toEqual([]);
    const nearest = /`(SELECT url, title, text FROM .*?)`/.exec(guide)![1]!;
    const { rows } = await db.query(nearest, [JSON.stringify(vectorOf('zebra'))]);
    expect(rows[0]).toMatchObject({ url: expect.stringContaining(site.address('/a')), text: expect.stringContaining('zebra') }); // prettier-ignore
    expect(rows.filter(({ url }: { url: string }) => url.startsWith(site.address('/b')))).toEqual([]);
  } finally {
    await api.close();
    await Promise.all([site.close(), db.close()]);
  }
});

it('the pgvector sink of the database of the crawls stores, replaces, finds and removes chunks', async () => {
  const { PGlite } = requireOfRecipes('@electric-sql/pglite');
  const db = await PGlite.create({ extensions: { vector: requireOfRecipes('@electric-sql/pglite-pgvector').vector } }); // prettier-ignore
  const guide = readFileSync(join(process.cwd(), 'docs/recipes/pgvector.md'), 'utf8');
  await db.exec(/^```sql\n(.*?)^```/ms.exec(guide)![1]!);
  await db.refreshArrayTypes(); // the client of pg does without
  const { PgVectorIndex } = runRecipe('pgvector', 1);
  const index = new PgVectorIndex(async (texts: readonly string[]) =>
    texts.map((text) =>
      Array.from({ length: 1_536 }, (_, n) => Number(n === (text.includes('zebra') ? 1 : 0))),
    ),
  );
  const entry = (id: string, text: string) => ({ id, url: `https://a.test/#${id}`, title: null, text, hash: text }); // prettier-ignore
  const textsNear = async (question: string) =>
    (await index.nearest(db, question, 2)).map(({ text }: { text: string }) => text);
  await index.upsert([entry('1', 'The zebra crosses.'), entry('2', 'A lamp.')], { transaction: db });
  expect(await textsNear('zebra')).toEqual(['The zebra crosses.', 'A lamp.']);
  await index.upsert([entry('2', 'A second zebra.')], { transaction: db });
  expect((await textsNear('zebra')).sort()).toEqual(['A second zebra.', 'The zebra crosses.']);
  await index.remove(['1'], { transaction: db });
  expect(await textsNear('zebra')).toEqual(['A second zebra.']);
  await db.close();
});

it('the recorded web fetches pages once and replays them', async () => {
  const site = await startSite(linked({ '/': ['/a'], '/a': [] }));
  const dir = await mkdtemp(join(tmpdir(), 'recorded-web-'));
  const { startRecordedWeb } = runRecipe('recorded-web');
  const read = async () => {
    const module: TestingModule = await startRecordedWeb(dir, { allowPrivate: [site.address] });
    try {
      return await module.get(ScrapeService, { strict: false }).scrape({ url: `${site.url}/` });
    } finally {
      await module.close();
    }
  };
  try {
    await expect(read()).rejects.toThrow('is empty');
    process.env.RECORD_WEB = '1';
    const recorded = await read();
    delete process.env.RECORD_WEB;
    await site.close();
    expect(await read()).toEqual(recorded);
  } finally {
    delete process.env.RECORD_WEB;
    await site.close();
    await rm(dir, { recursive: true });
  }
});

it('the client in the guide to streaming receives each event once, across a lost connection', async () => {
  const site = await startSite(linked({ '/': ['/a', '/b'], '/a': [], '/b': [] }));
  const options = { auth: { keys: [KEY] }, allowPrivate: [site.address], browser: false as const };
  const api = await startApp({ platform: 'express', imports: [WebExtractModule.forRoot(options)] });
  const { id } = await crawl(api, { url: `${site.url}/` });
  const connect = globalThis.fetch;
  const fetch = jest.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    const [heartbeat, first] = (await (await connect(...request)).text()).split('\n');
    return new Response(`${heartbeat}\n${first}\n{"type":"pa`);
  });
  const types: string[] = [];
  for await (const event of runRecipe('../streaming').follow(`${api.url}/v2/crawl/${id}/stream`, KEY))
    types.push(event.type);
  expect(types).toEqual(['page', 'page', 'page', 'state']);
  expect(fetch).toHaveBeenCalledTimes(2);
  fetch.mockRestore();
  await api.close();
  await site.close();
});

describe('the recipes of corpora', () => {
  let site: ChangingSite;
  let api: RunningApp;

  beforeAll(async () => {
    site = await ChangingSite.start(['/1', '/2', '/3']);
    const options = { auth: { keys: [KEY] }, allowPrivate: ['127.0.0.1'], browser: false as const };
    api = await startApp({ imports: [WebExtractModule.forRoot(options)] });
  });
  afterAll(async () => {
    await api?.close();
    await site?.close();
  });

  it('keep a vector store of LangChain in sync', async () => {
    const { VectorStoreSink } = runRecipe('langchain', 1);
    const documents = new Map<string, any>();
    const store = {
      addDocuments: async (added: any[], { ids }: { ids: string[] }) =>
        ids.forEach((id, at) => documents.set(id, added[at])),
      delete: async ({ ids }: { ids: string[] }) => ids.forEach((id) => documents.delete(id)),
    };
    const sync = () =>
      api.app
        .get(CorpusService)
        .sync({ crawl: { url: site.address() }, tag: 'langchain' }, new VectorStoreSink(store));
    const sources = () => [...documents.values()].map(({ metadata }) => metadata.source as string);
    expect(await sync()).toMatchObject({ new: 4 });
    expect(sources()).toContain(`${site.address('/2')}#second`);
    site.answerWith(['/2'], { status: 404 });
    expect(await sync()).toMatchObject({ removed: 1, unchanged: 3 });
    expect(sources().some((source) => source.startsWith(site.address('/2')))).toBe(false);
  });

  it('answer questions from passages of the site', async () => {
    const { SiteAnswers } = runRecipe('rag');
    const passages = new Map<string, any>();
    const words = (text: string) => new Set(text.toLowerCase().match(/\w+/g));
    const index = {
      store: async (added: any[]) => added.forEach((one) => passages.set(one.id, one)),
      delete: async (ids: string[]) => ids.forEach((id) => passages.delete(id)),
      nearest: async (asked: any, limit: number) => {
        const score = ({ vector }: any) => [...vector[0]].filter((word) => asked[0].has(word)).length;
        return [...passages.values()].sort((a, b) => score(b) - score(a)).slice(0, limit);
      },
    };
    const models = {
      embed: async (texts: string[]) => texts.map((text) => [words(text)]),
      answer: async (prompt: string) => prompt,
    };
    site.say('/3', { Refunds: 'Lamps are refunded within thirty days.' });
    const answers = new SiteAnswers(api.app.get(CorpusService), index, models);
    await answers.refresh(site.address());
    const prompt = await answers.answer('Within how many days are lamps refunded?');
    expect(prompt).toMatch(/\[1\] \S+\/3\n[^[]*Lamps are refunded within thirty days\./);
  });
});
