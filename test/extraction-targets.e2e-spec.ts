import { IsString } from 'class-validator';
import {
  ExtractService,
  NotConfiguredError,
  ScrapeService,
  WebExtractModule,
  type JsonSchema,
} from 'nestjs-web-extract';
import { z } from 'zod-4';
import { page } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { startApp, type RunningApp } from './support/app.js';

class Product {
  @IsString() name!: string;
  @IsString() brand!: string;
}

const JSON_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, brand: { type: 'string' } },
  required: ['name', 'brand'],
};
const STATED = { name: 'Kettle', brand: 'Acme' };

let site: Site;
let api: RunningApp;
let extractor: ExtractService;

beforeAll(async () => {
  const data = { '@context': 'https://schema.org', '@type': 'Product', ...STATED, releaseDate: '2024-05-01' };
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  site = await startSite({ '/kettle': html(page('Kettle').replace('</head>', `${script}</head>`)) });
  api = await startApp({
    imports: [WebExtractModule.forRoot({ auth: false, allowPrivate: [site.address] })],
  });
  extractor = api.app.get(ExtractService);
});
afterAll(async () => {
  await api?.close();
  await site?.close();
});

const url = () => `${site.url}/kettle`;

describe('the schema of an extraction', () => {
  it('may be a class', async () => {
    const { data } = await extractor.extract(url(), { schema: Product });
    const brand: string = data.brand;

    expect([data, brand]).toEqual([Object.assign(new Product(), STATED), 'Acme']);
    expect(data).toBeInstanceOf(Product);
  });

  it('may be a JSON schema', async () => {
    const { data } = await extractor.extract<Product>(url(), { schema: JSON_SCHEMA });

    expect(data).toEqual(STATED);
  });

  it('may be a JSON schema with a check', async () => {
    const validate = (data: unknown) => (data as Product).name.length;
    const { data } = await extractor.extract(url(), { schema: { jsonSchema: JSON_SCHEMA, validate } });
    const length: number = data;

    expect(length).toBe(6);
  });

  it('may be a schema of zod 4, whose output is given', async () => {
    const schema = z.object({ name: z.string(), brand: z.string().transform((brand) => ({ brand })) });
    const { data } = await extractor.extract(url(), { schema, prompt: 'The product' });
    const brand: string = data.brand.brand;

    expect([data, brand]).toEqual([{ name: 'Kettle', brand: { brand: 'Acme' } }, 'Acme']);
    expect((await extractor.extract(url(), schema)).data.name).toBe('Kettle');
  });

  it('may be a JSON schema that zod has written', async () => {
    const schema = z.toJSONSchema(z.object({ name: z.string(), brand: z.string() }));
    const request = { url: url(), extraction: { schema } };

    expect((await api.app.get(ScrapeService).scrape(request)).extraction?.data).toEqual(STATED);
    expect((await extractor.extract(url(), { schema: schema as JsonSchema })).data).toEqual(STATED);
  });

  it('of zod refuses what its checks refuse', async () => {
    const schema = z.object({ name: z.string().refine((name) => name === 'Pot'), brand: z.string() });

    await expect(extractor.extract(url(), { schema })).rejects.toBeInstanceOf(NotConfiguredError);
  });
});

describe('a schema that cannot be used', () => {
  const standard = (vendor: string) => ({
    '~standard': { version: 1, vendor, validate: () => ({ value: 1 }) },
  });
  class LibraryObject {
    parse(): void {}
  }

  it.each([
    ['zod 3', { _def: {}, safeParse: () => undefined }, 'zod-to-json-schema'],
    ['an older zod 4', standard('zod'), 'zod-to-json-schema'],
    ['valibot', standard('valibot'), '@valibot/to-json-schema'],
    ['arktype', Object.assign(() => undefined, standard('arktype')), 'toJsonSchema()'],
    ['effect', standard('effect'), 'JSONSchema.make'],
    ['yup', { __isYupSchema__: true }, '@sodaru/yup-to-json-schema'],
    ['joi', { $_terms: {} }, 'joi-to-json'],
    ['an unknown Standard Schema', standard('other'), '{ jsonSchema, validate }'],
    ['an unknown library', new LibraryObject(), '{ jsonSchema, validate }'],
    ['a text', 'string', 'must be a JSON schema'],
    ['a JSON schema without its check', { jsonSchema: JSON_SCHEMA }, 'validate'],
    ['a type that JSON does not have', z.object({ at: z.date() }), 'cannot be written as a JSON schema'],
  ])('is refused with what to do: %s', async (_, schema, advice) => {
    await expect(extractor.extract(url(), { schema } as never)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(advice),
    });
  });

  it('is refused by scrapes, too', async () => {
    const schema = z.object({ name: z.string() }) as unknown as JsonSchema;
    const request = { url: url(), extraction: { schema } };

    await expect(api.app.get(ScrapeService).scrape(request)).rejects.toThrow('is a schema of zod');
  });

  it.each([['text'], [null], [[]]])('is refused where it is all that is given: %j', async (wanted) => {
    await expect(extractor.extract(url(), wanted as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused by its type', () => {
    const check = (wanted: Parameters<ExtractService['extract']>[1]) => wanted;
    // @ts-expect-error a JSON schema needs its check
    check({ schema: { jsonSchema: JSON_SCHEMA } });
    // @ts-expect-error the check must be a function
    check({ schema: { jsonSchema: JSON_SCHEMA, validate: 'x' } });
    // @ts-expect-error no field of this name
    check({ schma: JSON_SCHEMA });
    // @ts-expect-error a class instance is no JSON schema
    check({ schema: new LibraryObject() });
  });
});
