import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RequestMethod, VersioningType, type INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import Ajv from 'ajv';
import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { WebExtractMetricsModule } from 'nestjs-web-extract/metrics';
import { WebExtractPlaygroundModule } from 'nestjs-web-extract/playground';
import { KEY, startApp, type AppSettings, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

let host: RunningApp | undefined;

afterEach(async () => {
  await host?.close();
  host = undefined;
});

const OPTIONS = { auth: { keys: [KEY] }, browser: false as const };

async function documentOf(settings: AppSettings, version?: string): Promise<OpenAPIObject> {
  host = await startApp(settings);
  return describeApp(host.app, version);
}

function describeApp(app: INestApplication, version = '3.0.0'): OpenAPIObject {
  const config = new DocumentBuilder().setTitle('Host').setOpenAPIVersion(version).addBearerAuth().build();
  return SwaggerModule.createDocument(app, config);
}

const operationsOf = ({ paths }: OpenAPIObject): any[] =>
  Object.values(paths).flatMap((path) => Object.values(path));
const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!);

describe('the committed document', () => {
  const committed = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8'));

  it('has a summary and a security requirement for each operation', () => {
    const incomplete = operationsOf(committed).filter(({ summary, security }) => !summary || !security);
    expect(incomplete.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('states a type in each schema that allows null, as OpenAPI 3.0 requires', () => {
    const untyped: unknown[] = [];
    JSON.stringify(committed, (_, value) => {
      if (value?.nullable === true && value.type === undefined) untyped.push(value);
      return value;
    });
    expect(untyped).toEqual([]);
  });
});

describe.each(PLATFORMS)("a host's own document on %s", (platform) => {
  it('shows every version as the committed document does', async () => {
    const document = await documentOf({
      platform,
      imports: [WebExtractModule.forRoot({ ...OPTIONS, keys: {} })],
    });
    const committed = JSON.parse(readFileSync(join(process.cwd(), 'docs/openapi.json'), 'utf8'));
    const [paths, components] = JSON.parse(JSON.stringify([document.paths, document.components]));
    for (const operation of operationsOf(committed))
      if (operation.security.length === 0) delete operation.security; // a host states its own default
    expect(paths).toEqual(committed.paths); // otherwise: npm run openapi
    expect(components).toEqual(committed.components);
  });

  it('shows routes where they are, and nothing else: under prefixes, beside versions of the host, of each registration', async () => {
    const document = await documentOf({
      platform,
      imports: [
        WebExtractModule.forRoot({ ...OPTIONS, controllers: ['v2'] }),
        WebExtractModule.forRoot({ ...OPTIONS, controllers: ['v1'], prefix: 'inner/api' }),
        WebExtractMcpModule.forRoot(),
        WebExtractPlaygroundModule.forRoot(),
        WebExtractMetricsModule.forRoot(),
      ],
      configure: (app) =>
        app
          .setGlobalPrefix('host', { exclude: [{ path: 'none', method: RequestMethod.GET }] })
          .enableVersioning({ type: VersioningType.URI, defaultVersion: '7' }),
    });
    const paths = Object.keys(document.paths);
    expect(paths).toEqual(
      expect.arrayContaining(['/host/v2/scrape', '/host/inner/api/v1/crawl/{id}/errors']),
    );
    expect(paths.filter((path) => !/^\/host\/(v2|inner\/api\/v1)\//.test(path))).toEqual([]);
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(ids).toEqual(expect.arrayContaining(['v2_scrape', 'inner_api_v1_crawl_start']));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a host's own document", () => {
  it('leaves out what is off, and the schemas of it', async () => {
    const document = await documentOf({
      imports: [WebExtractModule.forRoot({ ...OPTIONS, controllers: ['v1'], v1Search: false })],
    });
    expect(Object.keys(document.paths).filter((path) => /search|keys|v0|v2/.test(path))).toEqual([]);
    expect(
      Object.keys(document.components!.schemas!).filter((name) => /V0|V2|Search|Key/.test(name)),
    ).toEqual([]);
  });

  it('has none of the routes with openApi: false, beside those of another registration', async () => {
    const document = await documentOf({
      imports: [
        WebExtractModule.forRoot({ ...OPTIONS, openApi: false }),
        WebExtractModule.forRoot({ ...OPTIONS, prefix: 'shown', controllers: ['v2'] }),
      ],
    });
    const paths = Object.keys(document.paths);

    expect(paths).toContain('/shown/v2/scrape');
    expect(paths.filter((path) => !path.startsWith('/shown/'))).toEqual([]);
  });

  it('has one tag a version, and asks for a key where one is asked for', async () => {
    const document = await documentOf({ imports: [WebExtractModule.forRoot(OPTIONS)] });
    const tags = operationsOf(document).map((one) => String(one.tags));
    expect([...new Set(tags)].sort()).toEqual([
      'Web extraction', // the reader
      'Web extraction v0',
      'Web extraction v1',
      'Web extraction v2',
    ]);
    const open = Object.entries(document.paths).filter(([, path]) =>
      Object.values(path as object).some(({ security }) => !security),
    );
    expect(open.map(([path]) => path)).toEqual(['/v0/health/liveness', '/v0/health/readiness']);
  });

  it('asks for no key where the host opened the API', async () => {
    const document = await documentOf({ imports: [WebExtractModule.forRoot({ ...OPTIONS, auth: false })] });
    expect(operationsOf(document).filter(({ security }) => security)).toEqual([]);
  });

  it.each(['3.0.0', '3.1.0'])(
    'refers to nothing that it lacks, and says no schema that is none (%s)',
    async (version) => {
      const document = await documentOf(
        { imports: [WebExtractModule.forRoot({ ...OPTIONS, keys: {} })] },
        version,
      );
      const schemas = document.components!.schemas!;
      expect(namesIn(document).filter((name) => !(name in schemas))).toEqual([]);
      expect(Object.keys(schemas).filter((name) => !name.startsWith('WebExtract'))).toEqual([]);
      const ajv = new Ajv({ strict: false, schemaId: '$id' });
      const text = JSON.stringify(document).replaceAll('"exclusiveMinimum":true', '"x":true');
      ajv.addSchema({ $id: 'document', ...JSON.parse(text) });
      for (const name of Object.keys(schemas)) ajv.compile({ $ref: `document#/components/schemas/${name}` });
    },
  );

  it('states limits, defaults, required fields, examples and every field with its meaning', async () => {
    const document = await documentOf({ imports: [WebExtractModule.forRoot({ ...OPTIONS, keys: {} })] });
    const schemas = document.components!.schemas as Record<string, any>;
    const body = schemas['WebExtractScrapeBodyV1'];
    expect(body).toMatchObject({
      required: ['url'],
      additionalProperties: false,
      example: { url: 'https://example.com/article', formats: ['markdown', 'links'] },
      properties: {
        onlyMainContent: { type: 'boolean', default: true },
        waitFor: { type: 'integer', minimum: 0, maximum: 60_000, default: 0 },
        formats: {
          type: 'array',
          maxItems: 100,
          items: { enum: expect.arrayContaining(['markdown', 'json']) },
        },
        location: { allOf: [{ $ref: '#/components/schemas/WebExtractLocationFields' }] },
      },
    });
    const bodies = Object.entries(schemas).filter(
      ([name]) => /Body|Options|Fields/.test(name) && name !== 'WebExtractErrorBody',
    );
    const mute = bodies.flatMap(([name, { properties }]) =>
      Object.keys(properties)
        .filter((field) => !properties[field].description)
        .map((field) => `${name}.${field}`),
    );
    expect(mute).toEqual([]);
  });

  it('states the error body of each status with its codes', async () => {
    const document = await documentOf({ imports: [WebExtractModule.forRoot(OPTIONS)] });
    const { responses } = document.paths['/v1/scrape']!.post!;
    expect(Object.keys(responses)).toEqual([
      '200',
      '400',
      '401',
      '402',
      '403',
      '408',
      '413',
      '415',
      '429',
      '500',
      '501',
      '503',
    ]);
    expect(responses['408']).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/WebExtractError408' } } },
    });
    expect(document.components!.schemas!['WebExtractError408']).toMatchObject({
      allOf: [
        { $ref: '#/components/schemas/WebExtractErrorBody' },
        { properties: { code: { enum: ['MAP_TIMEOUT', 'REQUEST_TIMEOUT', 'SCRAPE_TIMEOUT'] } } },
      ],
    });
  });

  it('takes files as forms', async () => {
    const document = await documentOf({ imports: [WebExtractModule.forRoot(OPTIONS)] });
    expect(document.paths['/v1/parse']!.post!.requestBody).toMatchObject({
      required: true,
      content: {
        'multipart/form-data': { schema: { required: ['file'], properties: { file: { format: 'binary' } } } },
      },
    });
  });
});
