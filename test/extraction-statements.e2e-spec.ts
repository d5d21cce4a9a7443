import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsIn,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
} from 'class-validator';
import {
  CrawlService,
  ExtractionFailedError,
  ExtractService,
  InvalidRequestError,
  NotConfiguredError,
  WebExtractModule,
  type LlmOptions,
} from 'nestjs-web-extract';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { startScriptedModel, type ScriptedModel } from './support/scripted-model.js';

const FOLDER = join(process.cwd(), 'bench/extraction');
interface Case {
  readonly page: string;
  readonly name?: string;
  readonly schema: { readonly properties: Record<string, object> };
  readonly expected?: object;
  readonly missing?: string[];
}
const CASES = JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')) as Case[];
const ANSWERED = CASES.filter(({ expected }) => expected);
const pageOf = (name: string): string => readFileSync(join(FOLDER, `${name}.html`), 'utf8');

let site: Site;
let model: ScriptedModel;
const apps: RunningApp[] = [];

beforeAll(async () => {
  model = await startScriptedModel();
  const names = [...new Set(CASES.map(({ page }) => page))];
  const links = names.map((name) => `<a href="/${name}">${name}</a>`).join(' ');
  site = await startSite({
    ...Object.fromEntries(names.map((name) => [`/${name}`, html(pageOf(name))])),
    '/': html(`<!doctype html><title>All</title><main><h1>All pages</h1><p>${links}</p></main>`),
  });
});

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await site?.close();
  await model?.close();
});

async function start(llm: LlmOptions): Promise<RunningApp> {
  const app = await startApp({
    imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address], llm })],
  });
  apps.push(app);
  return app;
}

const withModel = (): Promise<RunningApp> => start({ model: 'm', baseURL: model.baseURL });
const extractor = (app: RunningApp) => app.app.get(ExtractService, { strict: false });
const product = (app: RunningApp, body: object) =>
  app.post('/v1/scrape', { url: `${site.url}/product-json-ld`, ...body });
const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});
const TEXT = { type: 'string' };

describe('what a page states itself', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await withModel();
  });

  it.each(ANSWERED.map((one) => [`${one.page} ${one.name ?? ''}`, one] as const))(
    'answers %s without a question to the model',
    async (_name, { page, schema, expected }) => {
      model.play([]);
      const {
        data,
        evidence,
        usage,
        model: asked,
      } = await extractor(app).extract(`${site.url}/${page}`, { schema });
      expect(data).toEqual(expected);
      expect([usage.calls, asked, model.asked.length]).toEqual([0, null, 0]);
      expect(evidence.every(({ origin, found }) => origin === 'structured-data' && found === 'yes')).toBe(
        true,
      );
    },
  );

  it('says for each value which statement it comes from', async () => {
    const schema = object({ name: TEXT, price: { type: 'number' }, brand: TEXT });
    const { evidence, page } = await extractor(app).extract(`${site.url}/product-json-ld`, { schema });
    expect(evidence.map(({ path, statedIn }) => [path, statedIn])).toEqual([
      ['/name', 'JSON-LD Product.name'],
      ['/price', 'JSON-LD Product.offers.price'],
      ['/brand', 'JSON-LD Product.brand'],
    ]);
    const price = evidence[1]!;
    expect(price.quote).toContain('£34.90');
    expect(page.markdown!.slice(price.start!, price.end!)).toBe(price.quote);
    expect(evidence[2]!.quote).toBeNull(); // the text does not name it
  });

  it('leaves only the rest to the model', async () => {
    model.play([{ say: { summary: 'Seven bridges cross the valley', title: 'Another title' } }]);
    const schema = object({ title: TEXT, author: TEXT, summary: TEXT }, ['title', 'summary']);
    const { data, usage, evidence } = await extractor(app).extract(`${site.url}/article-summary`, { schema });
    expect(data).toEqual({
      title: 'Bridges of the valley',
      author: 'Nils Ode',
      summary: 'Seven bridges cross the valley',
    });
    expect(usage).toEqual({ calls: 1, promptTokens: 100, completionTokens: 20 });
    expect(model.asked[0]!.body.response_format!.json_schema!.schema).toMatchObject({
      required: ['summary'],
    });
    expect(evidence.map(({ path, origin }) => [path, origin])).toEqual([
      ['/title', 'structured-data'],
      ['/author', 'structured-data'],
      ['/summary', 'model'],
    ]);
  });

  it('is no answer where the caller asks for something else under the same name', async () => {
    model.play([{ say: { headline: 'Hafen öffnet nach Sturm' } }]);
    const schema = object({ headline: { ...TEXT, description: 'The headline translated to German' } });
    const { data, warnings } = await extractor(app).extract(`${site.url}/article-json-ld`, { schema });
    expect(data).toEqual({ headline: 'Hafen öffnet nach Sturm' });
    expect(warnings).toEqual(['Not found on the page, may be invented: headline']);
  });

  it.each([
    ['Based on the information on the page, extract the information from the schema.', 0],
    ['Extract the product name and price', 0],
    ['the name in capital letters', 1],
    ['only the cheapest one', 1],
  ])('with the prompt %j asks the model %i times', async (prompt, times) => {
    model.play([{ say: { name: 'WHISTLING KETTLE 2 L', price: 34.9 } }]);
    const schema = object({ name: TEXT, price: { type: 'number' } });
    await extractor(app).extract(`${site.url}/product-json-ld`, { schema, prompt });
    expect(model.asked).toHaveLength(times);
  });

  it('is not used where the host says so', async () => {
    const asking = await start({ model: 'm', baseURL: model.baseURL, dataFirst: false });
    model.play([{ say: { name: 'Kettle' } }]);
    const { data } = await extractor(asking).extract(`${site.url}/product-json-ld`, {
      schema: object({ name: TEXT }),
    });
    expect([data, model.asked.length]).toEqual([{ name: 'Kettle' }, 1]);
  });

  it('is asked for again in the form that the schema wants', async () => {
    model.play([{ say: { sku: 'WK200' } }]);
    const schema = object({ name: TEXT, sku: { ...TEXT, pattern: '^[A-Z0-9]+$' } });
    const { data } = await extractor(app).extract(`${site.url}/product-json-ld`, { schema });
    expect(data).toEqual({ name: 'Whistling kettle 2 l', sku: 'WK200' });
  });

  it('answers a list as the root', async () => {
    const schema = { type: 'array', items: object({ name: TEXT, date: TEXT }, ['name']) };
    const { data } = await extractor(app).extract(`${site.url}/event-list`, { schema });
    expect(data).toHaveLength(3);
  });
});

describe('without a model', () => {
  let app: RunningApp;
  const STATED = { extract: { schema: object({ name: TEXT, price: { type: 'number' } }) } };
  const UNSTATED = {
    extract: { schema: object({ name: TEXT, warranty_years: { type: 'number' } }, ['warranty_years']) },
  };
  const NOT_CONFIGURED = {
    success: false,
    requestId: expect.any(String),
    error: 'LLM extraction is not configured',
    code: 'NOT_CONFIGURED',
    missing: ['warranty_years'],
  };

  beforeAll(async () => {
    app = await start({});
  });

  it('a page that states all of it is answered', async () => {
    const { status, json } = await product(app, { formats: ['extract'], ...STATED });
    expect([status, json.data.extract]).toEqual([200, { name: 'Whistling kettle 2 l', price: 34.9 }]);
    expect(json).not.toHaveProperty('warning');
  });

  it('what is not required may be left open, with a warning', async () => {
    const schema = object({ name: TEXT, price: { type: 'number' }, warranty: TEXT }, ['name', 'price']);
    const { json } = await product(app, { formats: ['extract'], extract: { schema } });
    expect(json.data.extract).toEqual({ name: 'Whistling kettle 2 l', price: 34.9 });
    expect(json.warning).toBe("Not stated in the page's structured data: warranty");
  });

  it('a prompt beside the schema is not considered, and that is said', async () => {
    const { extract } = STATED;
    const { json } = await product(app, {
      formats: ['extract'],
      extract: { ...extract, prompt: 'price in cents' },
    });
    expect(json.warning).toBe('The prompt was not considered: no language model is configured');
  });

  it('a page that states too little is 501 where extraction is all that was wanted, else a warning', async () => {
    const alone = await product(app, { formats: ['extract'], ...UNSTATED });
    expect([alone.status, alone.json]).toEqual([501, NOT_CONFIGURED]);
    const { status, json } = await product(app, { formats: ['extract', 'markdown'], ...UNSTATED });
    expect([status, json.warning]).toEqual([200, `${NOT_CONFIGURED.error}, and the page does not state warranty_years`]); // prettier-ignore
    expect(json.data).not.toHaveProperty('extract');
  });

  it('with structured data turned off everything is 501 before any work', async () => {
    const off = await start({ dataFirst: false });
    const before = site.requests.length;
    const { missing: _, ...notConfigured } = NOT_CONFIGURED;
    const { json } = await product(off, { formats: ['extract', 'markdown'], ...STATED });
    expect(json).toEqual(notConfigured);
    const crawl = await off.post('/v1/crawl', {
      url: site.url,
      scrapeOptions: { formats: ['extract'], ...STATED },
    });
    expect([crawl.status, crawl.json]).toEqual([501, notConfigured]);
    expect(site.requests.length).toBe(before);
  });

  it('the service says what is missing', async () => {
    const url = `${site.url}/product-unstated`;
    await expect(extractor(app).extract(url, { prompt: 'all' })).rejects.toBeInstanceOf(NotConfiguredError);
    await expect(extractor(app).extract(url, {})).rejects.toBeInstanceOf(InvalidRequestError);
  });

  it('an endpoint without the name of a model does not start', async () => {
    await expect(start({ baseURL: 'http://127.0.0.1:1/v1' })).rejects.toThrow('llm.model is required');
  });
});

describe('an extraction in a crawl', () => {
  it('stands in each page, in both versions, and counts for what it took', async () => {
    const app = await withModel();
    model.play(({ body }) => ({ say: { title: /# (.+)/.exec(body.messages[1]!.content)?.[1] ?? null } }));
    const schema = object({ title: TEXT, mood: TEXT });
    const crawls = app.app.get(CrawlService, { strict: false });
    const { json } = await app.post('/v1/crawl', {
      url: `${site.url}/`,
      limit: 3,
      scrapeOptions: { formats: ['extract'], extract: { schema } },
    });
    for await (const event of crawls.watch(json.id))
      if (event.type === 'state') expect(event.job.status).toBe('completed');
    const { json: done } = await app.ask(`/v1/crawl/${json.id}`, { method: 'GET' });
    expect(done.data).toHaveLength(3);
    for (const page of done.data) {
      expect(Object.keys(page).sort()).toEqual(['content', 'extract', 'llm_extraction', 'metadata']);
      expect(page.extract.title).toBe(/# (.+)/.exec(page.content)![1]);
    }
    expect(done.creditsUsed).toBe(15);
  });

  it('that is answered by the pages alone counts as the pages; one that fails is a warning', async () => {
    const app = await withModel();
    model.play([{ status: 401 }]);
    const schema = object({ courses: { type: 'array', items: object({ course: TEXT, teacher: TEXT }) } }, [
      'courses',
    ]);
    const { json } = await app.post('/v0/crawl', {
      url: `${site.url}/`,
      crawlerOptions: { includes: ['event-table'] },
      extractorOptions: { mode: 'llm-extraction', extractionSchema: schema },
    });
    const crawls = app.app.get(CrawlService, { strict: false });
    for await (const event of crawls.watch(json.jobId)) void event;
    const { json: done } = await app.ask(`/v0/crawl/status/${json.jobId}`, { method: 'GET' });
    const byUrl = Object.fromEntries(done.data.map((page: any) => [page.metadata.sourceURL, page]));
    expect(byUrl[`${site.url}/event-table`].llm_extraction.courses).toHaveLength(2);
    expect(byUrl[`${site.url}/`].warning).toMatch(
      /^LLM extraction failed: the model's endpoint answered 401/,
    );
    expect((await crawls.status(json.jobId)).counters.credits).toBe(2);
  });
});

describe('ExtractService', () => {
  class Offer {
    @IsNumber() @Min(0) price!: number;
    @IsString() priceCurrency!: string;
    get label(): string {
      return `${this.price} ${this.priceCurrency}`;
    }
  }
  class Review {
    @IsString() author!: string;
    @IsOptional() @IsNumber() rating?: number;
  }
  class Kettle {
    @IsString() name!: string;
    @IsIn(['InStock', 'OutOfStock']) availability!: string;
    @ValidateNested() @Type(() => Offer) offers!: Offer;
    @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => Review) reviews!: Review[];
  }

  let app: RunningApp;
  beforeAll(async () => {
    app = await withModel();
  });
  const url = () => `${site.url}/product-json-ld`;

  it('makes instances of a class with decorators, nested ones too', async () => {
    const { data, usage } = await extractor(app).extract(url(), Kettle);
    expect(data).toBeInstanceOf(Kettle);
    expect(data.offers).toBeInstanceOf(Offer);
    expect([data.offers.label, data.reviews.map((review) => review instanceof Review), usage.calls]).toEqual([
      '34.9 GBP',
      [true, true],
      0,
    ]);
  });

  it('has the model correct what the decorators refuse, once', async () => {
    class Named {
      @IsString() @IsIn(['steel', 'copper']) finish!: string;
    }
    model.play([{ say: { finish: 'shiny' } }, { say: { finish: 'steel' } }]);
    const { data } = await extractor(app).extract(url(), Named);
    expect([data, model.asked.length]).toEqual([Object.assign(new Named(), { finish: 'steel' }), 2]);
    model.play([{ say: { finish: 'shiny' } }]);
    await expect(extractor(app).extract(url(), Named)).rejects.toBeInstanceOf(ExtractionFailedError);
  });

  it('refuses a class that describes nothing', async () => {
    class Bare {}
    await expect(extractor(app).extract(url(), Bare)).rejects.toThrow(
      'the class Bare has no decorated properties',
    );
  });

  it('takes the schema and the check of a schema library', async () => {
    const jsonSchema = object({ name: TEXT, price: { type: 'number' } });
    const validate = (data: unknown) => {
      const { name, price } = data as { name: string; price: number };
      if (price > 30) throw new Error('price must be at most 30');
      return { title: name.toUpperCase(), price };
    };
    model.play([{ say: { name: 'Whistling kettle 2 l', price: 29 } }]);
    const { data } = await extractor(app).extract(url(), { jsonSchema, validate });
    expect(data).toEqual({ title: 'WHISTLING KETTLE 2 L', price: 29 });
    expect(model.asked).toHaveLength(1);
    model.play([{ say: { name: 'Whistling kettle 2 l', price: 34.9 } }]);
    await expect(extractor(app).extract(url(), { jsonSchema, validate })).rejects.toThrow(
      'price must be at most 30',
    );
    expect(model.asked[1]!.body.messages.at(-1)!.content).toContain('price must be at most 30');
  });
});
