import { Test, type TestingModule } from '@nestjs/testing';
import { BatchService, ConflictError } from 'nestjs-web-extract';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { HandlerService } from 'nestjs-web-extract/handlers';
import { TestWeb, WebExtractTestingModule } from 'nestjs-web-extract/testing';
import { requireOfRecipes, runRecipe } from './setup/recipes.js';
import { until } from './support/crawls.js';

jest.setTimeout(120_000);

const urlOf = (path: string) => `https://shop.example${path}`;
const productPage = (name: string, price: number) =>
  `<title>${name}</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', name, offers: { '@type': 'Offer', price, priceCurrency: 'EUR' } })}</script><main><h1>${name}</h1><p>It costs ${price} euros.</p></main>`; // prettier-ignore

describe('the recipe for TypeORM', () => {
  const { DataSource } = requireOfRecipes('typeorm');
  const { Product, ProductTable } = runRecipe('typeorm');
  let database: any;
  let module: TestingModule;

  beforeEach(async () => {
    database = new DataSource({ type: 'sqljs', entities: [Product], synchronize: true });
    await database.initialize();
    const pages = {
      [urlOf('/lamp')]: productPage('Lamp', 12.5),
      [urlOf('/chair')]: productPage('Chair', 80),
      [urlOf('/about')]:
        '<title>About</title><main><h1>About</h1><p>The shop was founded long ago.</p></main>',
    };
    const built = Test.createTestingModule({
      imports: [WebExtractTestingModule.forRoot({ pages })],
      providers: [{ provide: ProductTable, useFactory: () => new ProductTable(database) }],
    });
    module = await built.compile();
    await module.init();
  });
  afterEach(async () => {
    await module?.close();
    await database?.destroy();
  });

  const rows = () => database.getRepository(Product).find({ order: { url: 'ASC' } });
  const batch = () =>
    module.get(BatchService, { strict: false }).start({
      urls: ['/lamp', '/chair', '/about'].map(urlOf),
      page: { track: { tag: 'shop' } },
    });

  it('keeps a table of products up to date', async () => {
    await batch();
    await until(async () => (await rows()).length === 2);
    expect(await rows()).toEqual([
      { url: urlOf('/chair'), name: 'Chair', price: 80 },
      { url: urlOf('/lamp'), name: 'Lamp', price: 12.5 },
    ]);
    const web = module.get(TestWeb, { strict: false });
    web.put(urlOf('/lamp'), productPage('Lamp', 9.5));
    web.put(urlOf('/chair'), 404);
    await batch();
    await until(async () => (await rows()).length === 1 && (await rows())[0].price === 9.5);
    expect(await module.get(HandlerService, { strict: false }).failures()).toEqual([]);
  });
});

describe('the recipe for @nestjs/schedule', () => {
  const { DocsIndex, NightlySync } = runRecipe('schedule');

  it('has a cron job that syncs the index', async () => {
    const calls: unknown[] = [];
    const result = { new: 1, changed: 0, removed: 0, held: 0 };
    const sync = async (...args: unknown[]) => {
      calls.push(args);
      return result;
    };
    class Index extends DocsIndex {
      upsert() {}
      remove() {}
    }
    const index = new Index();
    const job = new NightlySync({ sync } as unknown as CorpusService, index);
    job.logger.log = () => {};
    await job.run();
    expect(calls).toMatchObject([[{ tag: 'docs' }, index, { signal: { aborted: false } }]]);
    const metadata = Reflect.getMetadata('SCHEDULE_CRON_OPTIONS', NightlySync.prototype.run);
    expect(metadata).toMatchObject({ cronTime: '0 3 * * *', timeZone: 'Europe/Berlin' });
    job.onApplicationShutdown();
    expect(calls).toMatchObject([[{}, index, { signal: { aborted: true } }]]);
  });

  it('leaves the index to another process that is syncing it', async () => {
    const sync = async () => {
      throw new ConflictError('Another sync has this sink');
    };
    const job = new NightlySync({ sync } as unknown as CorpusService, {});
    const errors: unknown[] = [];
    job.logger.error = (error: unknown) => void errors.push(error);
    await job.run();
    expect(errors).toEqual([]);
  });
});
