import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable, Module, Scope, type INestApplication, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { IsNumber, IsString } from 'class-validator';
import {
  BatchService,
  CrawlService,
  WebExtractEvents,
  WebExtractModule,
  type WebExtractEvent,
} from 'nestjs-web-extract';
import {
  HandlerService,
  OnChange,
  OnCrawlEnd,
  OnPage,
  type HandledChange,
  type HandledCrawlEnd,
  type HandledPage,
} from 'nestjs-web-extract/handlers';
import { CorpusService } from 'nestjs-web-extract/corpus';
import { TestWeb, WebExtractTestingModule, type WebExtractTestingOptions } from 'nestjs-web-extract/testing';
import { handlerClasses } from '../libs/web-extract/src/services/handlers/decorators.js';
import { until } from './support/crawls.js';
import { MapSink } from './support/map-sink.js';
import { NodeProcess } from './support/run-node.js';

jest.setTimeout(120_000);

const SITE = 'https://shop.example';
const urlOf = (path: string) => `${SITE}${path}`;
const article = (text: string) => `<html><body><main><h1>${text}</h1><p>${text} is described here in some words.</p></main></body></html>`; // prettier-ignore
const productPage = (product: object) =>
  `<html><head><title>Product</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Product', ...product })}</script></head><body><main><h1>Product</h1><p>A thing that is sold here.</p></main></body></html>`; // prettier-ignore

const PATHS = ['/a', '/b', '/c', '/d'];
const PAGES = Object.fromEntries(PATHS.map((path) => [urlOf(path), article(`Page ${path}`)]));

class Product {
  @IsString() name!: string;
  @IsNumber() price!: number;
}

let app: INestApplication | undefined;
let events: WebExtractEvent[] = [];

async function start(
  providers: Type<unknown>[],
  options: WebExtractTestingOptions = {},
): Promise<INestApplication> {
  const module = WebExtractTestingModule.forRoot({ pages: PAGES, ...options });
  const built = await Test.createTestingModule({ imports: [module], providers }).compile();
  app = built.createNestApplication({ logger: false });
  events = [];
  app.get(WebExtractEvents).onAny((event) => void events.push(event));
  await app.init();
  return app;
}

async function batch(paths: readonly string[] = PATHS, rest: object = {}, owner = 'host'): Promise<string> {
  const request = { urls: paths.map(urlOf), ...rest };
  return (await app!.get(BatchService).start(request, { owner })).id;
}

async function isEnded(id: string, owner = 'host'): Promise<boolean> {
  return (await app!.get(CrawlService).status(id, owner)).status !== 'running';
}

const folders: string[] = [];

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handlers-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await app?.close();
  app = undefined;
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

describe('Handlers of pages', () => {
  it('receive each page of the jobs of the application once, in order, one after the other', async () => {
    const seen: string[] = [];
    let running = 0;
    @Injectable()
    class Pages {
      @OnPage('pages')
      async onPage({ page, job, attempt, dto, problems }: HandledPage) {
        expect(++running).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        expect({ attempt, dto, problems, kind: job.kind, tag: job.tag }).toEqual({ attempt: 1, dto: null, problems: [], kind: 'batch', tag: null }); // prettier-ignore
        seen.push(page.url);
      }
    }
    await start([Pages]);
    const other = await batch(['/a', '/b'], {}, 'somebody');
    const id = await batch();
    await until(async () => seen.length >= PATHS.length && (await isEnded(other, 'somebody')));
    const { pages } = await app!.get(CrawlService).results(id);
    expect(seen).toEqual(pages.map(({ url }) => url));
  });

  it('are limited to a tag and to URLs', async () => {
    const seen: string[] = [];
    @Injectable()
    class Pages {
      @OnPage('tagged', { tag: 'docs' })
      onTagged({ page, job }: HandledPage) {
        seen.push(`tagged ${job.tag} ${page.url}`);
      }
      @OnPage('filtered', { urls: ['/a$', '/b$'] })
      onSome({ page }: HandledPage) {
        seen.push(`filtered ${page.url}`);
      }
    }
    await start([Pages]);
    await batch(['/a', '/c']);
    await batch(['/b', '/d'], { page: { track: { tag: 'docs' } } });
    await until(() => seen.length >= 4);
    expect(seen.sort()).toEqual([
      `filtered ${urlOf('/a')}`,
      `filtered ${urlOf('/b')}`,
      `tagged docs ${urlOf('/b')}`,
      `tagged docs ${urlOf('/d')}`,
    ]);
  });

  it('receive the text of unchanged pages, also of syncs', async () => {
    const seen: string[] = [];
    @Injectable()
    class Pages {
      @OnPage('docs', { tag: 'docs' })
      onPage({ page: { url, change, markdown } }: HandledPage) {
        seen.push(`${new URL(url).pathname} ${change?.status} ${markdown}`);
      }
    }
    await start([Pages]);
    const sync = (track = {}) =>
      app!.get(CorpusService).sync({ crawl: { urls: [urlOf('/a')], page: { track } }, tag: 'docs' }, new MapSink()); // prettier-ignore
    await sync();
    await sync();
    await until(() => seen.length === 2);
    const text = '# Page /a\n\nPage /a is described here in some words.';
    expect(seen).toEqual([`/a new ${text}`, `/a same ${text}`]);
    await sync({ onlyChanged: true });
    await until(() => seen.length === 3);
    expect(seen[2]).toBe('/a same null');
  });

  it('receive objects of a class, or the reasons why the data of the page does not fit', async () => {
    const seen: HandledPage<Product>[] = [];
    @Injectable()
    class Products {
      @OnPage('products', { dto: Product })
      onProduct(event: HandledPage<Product>) {
        seen.push(event);
      }
    }
    const offers = (price: number) => ({ '@type': 'Offer', price, priceCurrency: 'EUR' });
    let asked = 0;
    await start([Products], {
      model: () => {
        asked++;
        return { name: 'From the model', price: 1 };
      },
      pages: {
        [urlOf('/fits')]: productPage({ name: 'Chair', offers: offers(49.5) }),
        [urlOf('/lacks')]: productPage({ name: 'Table' }),
        [urlOf('/gone')]: 404,
      },
    });
    await batch(['/fits', '/lacks', '/gone']);
    await until(() => seen.length === 3);
    const of = (path: string) => seen.find(({ page }) => page.requestedUrl === urlOf(path))!;
    expect(of('/fits')).toMatchObject({ dto: { name: 'Chair', price: 49.5 }, problems: [], attempt: 1 });
    expect(of('/fits').dto).toBeInstanceOf(Product);
    expect(of('/lacks')).toMatchObject({ dto: null, attempt: 1 });
    expect(of('/lacks').problems).toHaveLength(1);
    expect(of('/lacks').problems[0]).toMatch(/price/);
    expect(of('/gone')).toMatchObject({ dto: null, problems: ['The site answered 404'] });
    expect(asked).toBe(0);
    expect(await app!.get(HandlerService).failures()).toEqual([]);
  });

  it('receive objects that a model completes, if they ask for it', async () => {
    const seen: (Product | null)[] = [];
    @Injectable()
    class Products {
      @OnPage('products', { dto: Product, model: true })
      onProduct({ dto }: HandledPage<Product>) {
        seen.push(dto);
      }
    }
    await start([Products], {
      model: () => ({ price: 12 }),
      pages: { [urlOf('/lacks')]: productPage({ name: 'Table' }) },
    });
    await batch(['/lacks']);
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({ name: 'Table', price: 12 });
    expect(seen[0]).toBeInstanceOf(Product);
  });

  it('skip a page after the last attempt, which is listed and can be retried', async () => {
    const seen: string[] = [];
    let isBroken = true;
    @Injectable()
    class Pages {
      @OnPage('pages', { attempts: 2 })
      onPage({ page, attempt }: HandledPage) {
        seen.push(`${new URL(page.url).pathname} ${attempt}`);
        if (page.url === urlOf('/b') && isBroken) throw new Error('The database is locked');
      }
    }
    await start([Pages]);
    const id = await batch();
    await until(() => seen.length === PATHS.length + 1);
    const paths = seen.map((line) => line.split(' ')[0]!);
    expect([...new Set(paths)].sort()).toEqual(PATHS);
    expect(seen).toEqual(expect.arrayContaining(['/b 1', '/b 2']));
    const handlers = app!.get(HandlerService);
    await until(async () => (await handlers.failures()).length === 1);
    const [failure] = await handlers.failures({ handler: 'pages' });
    const facts = { handler: 'pages', url: urlOf('/b'), crawlId: id, attempts: 2 };
    expect(failure).toMatchObject({ ...facts, kind: 'page', error: 'The database is locked' });
    const failed = events.filter(({ type }) => type === 'handler-failed');
    expect(failed).toMatchObject([{ ...facts, owner: 'host', reason: 'The database is locked' }]);

    await expect(handlers.retry(failure!.id)).rejects.toThrow('The database is locked');
    expect(await handlers.failures()).toHaveLength(1);
    isBroken = false;
    await handlers.retry(failure!.id);
    expect(seen.at(-1)).toBe('/b 3');
    expect(await handlers.failures()).toEqual([]);
    await expect(handlers.retry(failure!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(handlers.forget('pages')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(handlers.failures({ limit: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('have a deadline for each call', async () => {
    const aborted: unknown[] = [];
    @Injectable()
    class Pages {
      @OnPage('stuck', { attempts: 1 })
      onPage({ signal }: HandledPage) {
        return new Promise<void>(() => signal.addEventListener('abort', () => aborted.push(signal.reason)));
      }
    }
    await start([Pages], { limits: { handlerTimeoutMs: 100 } });
    await batch(['/a', '/b']);
    const handlers = app!.get(HandlerService);
    await until(async () => (await handlers.failures()).length === 2);
    expect((await handlers.failures())[0]!.error).toContain('did not end within 100 ms');
    expect(aborted).toHaveLength(2);
  });

  it('keep results until they are processed, for a limited time', async () => {
    const seen: string[] = [];
    let go = () => {};
    const isFree = new Promise<void>((resolve) => (go = resolve));
    @Injectable()
    class Pages {
      @OnPage('slow')
      async onPage({ page }: HandledPage) {
        await isFree;
        seen.push(page.url);
      }
    }
    await start([Pages], { limits: { retentionMs: 20_000 } });
    const id = await batch();
    const expiryOf = async () => {
      const { expiresAt, finishedAt } = await app!.get(CrawlService).status(id);
      return expiresAt === null ? null : expiresAt - finishedAt!;
    };
    await until(async () => (await expiryOf()) === 40_000);
    go();
    await until(async () => (await expiryOf()) === 20_000);
    expect(seen).toHaveLength(PATHS.length);
  });

  it('report pages that expired unprocessed', async () => {
    @Injectable()
    class Pages {
      @OnPage('stuck')
      async onPage({ signal }: HandledPage) {
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }
    }
    await start([Pages], { limits: { retentionMs: 1_000, shutdownMs: 100 } });
    const ids = [await batch(), await batch(['/a'])]; // no page of the second one is begun
    const lagging = () => events.filter(({ type }) => type === 'handler-lagging');
    await until(() => lagging().length === 2);
    const facts = { handler: 'stuck', owner: 'host', tag: null };
    const expected = ids.map((crawlId) => expect.objectContaining({ ...facts, crawlId }));
    expect(lagging()).toEqual(expect.arrayContaining(expected));
  });

  it('finish their calls at shutdown, and continue after the next start', async () => {
    const dataDir = await makeDataDir();
    const seen: string[] = [];
    let isCalled = false;
    let go = () => {};
    const isFree = new Promise<void>((resolve) => (go = resolve));
    @Injectable()
    class Pages {
      @OnPage('pages')
      async onPage({ page }: HandledPage) {
        isCalled = seen.length === 1;
        if (isCalled) await isFree;
        seen.push(page.url);
      }
    }
    await start([Pages], { dataDir });
    await batch();
    await until(() => isCalled);
    const closing = app!.close();
    setTimeout(go, 100);
    await closing;
    expect(seen).toHaveLength(2);
    await start([Pages], { dataDir });
    await until(() => seen.length === PATHS.length);
    expect(new Set(seen).size).toBe(PATHS.length);
  });

  it('begin with later jobs, or with all that are stored', async () => {
    const dataDir = await makeDataDir();
    await start([], { dataDir });
    const id = await batch(['/a', '/b']);
    await until(() => isEnded(id));
    await app!.close();
    const seen: string[] = [];
    @Injectable()
    class Pages {
      @OnPage('new')
      onNew({ page }: HandledPage) {
        seen.push(`new ${page.url}`);
      }
      @OnPage('all', { from: 'oldest' })
      onAll({ page }: HandledPage) {
        seen.push(`all ${page.url}`);
      }
      @OnCrawlEnd('ends')
      onEnd({ job }: HandledCrawlEnd) {
        seen.push(`end ${job.counters.pages}`);
      }
    }
    await start([Pages], { dataDir });
    await batch(['/c']);
    await until(() => seen.length === 5);
    const expected = [
      `new ${urlOf('/c')}`,
      ...['/a', '/b', '/c'].map((path) => `all ${urlOf(path)}`),
      'end 1',
    ];
    expect([...seen].sort()).toEqual(expected.sort());
  });
});

describe('Handlers of ends of jobs', () => {
  it('receive each end once, whatever its status', async () => {
    const seen: string[] = [];
    @Injectable()
    class Ends {
      @OnCrawlEnd('ends')
      onEnd({ job }: HandledCrawlEnd) {
        seen.push(`${job.id} ${job.status} ${job.counters.pages}`);
      }
    }
    await start([Ends]);
    const first = await batch(['/a', '/b']);
    await until(() => seen.length === 1);
    const second = await batch(['/c']);
    await app!.get(CrawlService).cancel(second);
    await until(() => seen.length === 2);
    expect(seen[0]).toBe(`${first} completed 2`);
    expect(seen[1]).toContain(`${second} cancelled`);
  });

  it('are called after those of the pages of the job', async () => {
    const seen: string[] = [];
    @Injectable()
    class Import {
      @OnCrawlEnd('ends')
      onEnd() {
        seen.push('end');
      }
      @OnPage('pages', { attempts: 2 })
      async onPage({ page, attempt, job }: HandledPage) {
        await until(() => isEnded(job.id));
        if (page.url === urlOf('/b') && attempt === 1) throw new Error('once more');
        seen.push(page.url);
      }
      @OnPage('other', { tag: 'other' })
      onOther() {}
    }
    await start([Import]);
    await batch(['/a', '/b', '/c']);
    await until(() => seen.includes('end'));
    expect(seen).toHaveLength(4);
    expect(seen.at(-1)).toBe('end');
  });
});

describe('Handlers of jobs that are continued', () => {
  it('receive the further pages and each end, also of a job that has ended again in the meantime', async () => {
    const seen: string[] = [];
    let release = () => {};
    const isFree = new Promise<void>((resolve) => (release = resolve));
    @Injectable()
    class Ends {
      @OnPage('pages')
      onPage({ page }: HandledPage) {
        seen.push(new URL(page.url).pathname);
      }
      @OnCrawlEnd('ends')
      async onEnd({ job }: HandledCrawlEnd) {
        seen.push(`end ${job.counters.pages}`);
        await isFree;
      }
    }
    await start([Ends]);
    const id = await batch(['/a']);
    await until(() => seen.includes('end 1'));
    await app!.get(BatchService).append(id, { urls: [urlOf('/b')] });
    await until(() => isEnded(id));
    release();
    await until(() => seen.length === 4);
    await app!.get(BatchService).append(id, { urls: [urlOf('/c')] }); // ends before the next look
    await until(() => seen.length === 6);
    expect(seen).toEqual(['/a', 'end 1', '/b', 'end 2', '/c', 'end 3']);
  });
});

describe('Handlers of changes', () => {
  it('receive the changes of a tag in order', async () => {
    const seen: string[] = [];
    @Injectable()
    class Changes {
      @OnChange('docs', { tag: 'docs' })
      onChange({ change, tag }: HandledChange) {
        seen.push(`${tag} ${change.type} ${new URL(change.url).pathname}`);
      }
    }
    await start([Changes]);
    const page = { track: { tag: 'docs' } };
    await batch(['/a', '/b'], { page });
    await until(() => seen.length === 2);
    expect([...seen].sort()).toEqual(['docs upsert /a', 'docs upsert /b']);
    const web = app!.get(TestWeb);
    web.put(urlOf('/a'), article('Another text'));
    web.put(urlOf('/b'), 404);
    const id = await batch(['/a', '/b'], { page });
    await until(() => seen.length === 4);
    expect(seen.slice(2)).toEqual(['docs upsert /a', 'docs delete /b']);
    expect(await isEnded(id)).toBe(true);
  });
});

describe('Handlers that are not valid end the start', () => {
  const messageOf = async (...providers: Type<unknown>[]) => {
    try {
      await start(providers);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('The application has started');
  };

  it('two of the same name', async () => {
    @Injectable()
    class One {
      @OnPage('pages') onPage() {}
    }
    @Injectable()
    class Other {
      @OnCrawlEnd('pages') onEnd() {}
    }
    expect(await messageOf(One, Other)).toContain('The name "pages" belongs to One.onPage and Other.onEnd');
  });

  it('of a request-scoped or transient provider', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Scoped {
      @OnPage('scoped') onPage() {}
    }
    @Injectable({ scope: Scope.TRANSIENT })
    class Transient {
      @OnPage('transient') onPage() {}
    }
    @Injectable()
    class Dependent {
      constructor(readonly scoped: Scoped) {}
      @OnPage('dependent') onPage() {}
    }
    const message = await messageOf(Scoped, Transient, Dependent);
    for (const name of ['Scoped', 'Transient', 'Dependent'])
      expect(message).toContain(`${name}.onPage: the provider is request-scoped`);
  });

  it('with invalid options', async () => {
    @Injectable()
    class Wrong {
      @OnPage('', { attempts: 0, concurrency: 1_000, urls: '(' }) onPage() {}
      @OnChange('changes', {} as { tag: string }) onChange() {}
    }
    const message = await messageOf(Wrong);
    for (const part of ['the name must', '`attempts`', '`concurrency`', '`urls`', '`tag` is required'])
      expect(message).toContain(part);
  });

  it('of changes without a history; the process can end', async () => {
    const host = new NodeProcess([join(__dirname, 'support/refused-host.mjs')]);
    try {
      expect(await host.end()).toBe(0);
      expect(host.output).toContain('docs: `OnChange` needs the history of pages');
    } finally {
      await host.dispose();
    }
  });
});

/** Other specs of this process start applications without these classes. */
afterAll(() => (handlerClasses() as Set<unknown>).clear());

describe('Handlers of an application outside of tests', () => {
  /** Wraps all instances, as tracing does. */
  const instanceDecorator = (instance: unknown) =>
    typeof instance === 'object' && instance !== null && !(instance instanceof Promise)
      ? new Proxy(instance, {})
      : instance;

  const web = () => WebExtractTestingModule.forRoot({ pages: PAGES });
  async function startMain(main: Type<unknown>, options: object = {}): Promise<void> {
    app = await NestFactory.create(main, { logger: false, abortOnError: false, ...options });
    await app.init();
  }

  it('are called when all instances are wrapped in proxies', async () => {
    const seen: string[] = [];
    @Injectable()
    class Wrapped {
      @OnPage('wrapped') onPage({ page }: HandledPage) {
        seen.push(page.url);
      }
    }
    @Module({ imports: [web()], providers: [Wrapped] })
    class RootTestModule {} // the classes of other cases are loaded, but not registered
    await startMain(RootTestModule, { instrument: { instanceDecorator } });
    await batch();
    await until(async () => seen.length === PATHS.length);
  });

  it('have to be registered', async () => {
    @Injectable()
    class Forgotten {
      @OnPage('forgotten') onPage() {}
    }
    @Module({ imports: [web()] })
    class Main {}
    await expect(startMain(Main)).rejects.toThrow(
      `${Forgotten.name} has handlers, but is not a provider of a module`,
    );
  });
});

describe('Handlers of two registrations', () => {
  const registered = () => WebExtractModule.forRoot({ controllers: false, browser: false });

  it('belong to the one that their module imports', async () => {
    const [first, second] = [registered(), registered()];
    @Injectable()
    class FirstPages {
      @OnPage('pages') onPage() {}
    }
    @Module({ imports: [first], providers: [FirstPages] })
    class FirstModule {
      constructor(readonly handlers: HandlerService) {}
    }
    @Injectable()
    class SecondPages {
      @OnPage('pages') onPage() {}
      @OnPage('more') onMore() {}
    }
    @Module({ imports: [second], providers: [SecondPages] })
    class SecondModule {
      constructor(readonly handlers: HandlerService) {}
    }
    const built = await Test.createTestingModule({ imports: [FirstModule, SecondModule] }).compile();
    app = built.createNestApplication({ logger: false });
    await app.init();
    const namesOf = async (of: Type<{ handlers: HandlerService }>) =>
      (await app!.get(of).handlers.list()).map(({ name }) => name).sort();
    expect(await namesOf(FirstModule)).toEqual(['pages']);
    expect(await namesOf(SecondModule)).toEqual(['more', 'pages']);
  });

  it('need a module that imports exactly one', async () => {
    @Injectable()
    class Pages {
      @OnPage('pages') onPage() {}
    }
    const built = await Test.createTestingModule({
      imports: [registered(), registered()],
      providers: [Pages],
    }).compile();
    app = built.createNestApplication({ logger: false });
    await expect(app.init()).rejects.toThrow('Pages: the application has several registrations');
  });
});
