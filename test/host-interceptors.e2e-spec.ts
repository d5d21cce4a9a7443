import {
  Controller,
  Get,
  Header,
  Injectable,
  StreamableFile,
  UseFilters,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { map, of, tap, type Observable } from 'rxjs';
import {
  InvalidUrlError,
  ScrapeService,
  toHttpException,
  UnavailableError,
  WebExtractErrorFilter,
  WebExtractModule,
  type WebExtractError,
} from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { linked } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS, type Platform } from './support/platforms.js';
import { until } from './support/crawls.js';

let site: Site;
let host: RunningApp | undefined;

beforeAll(async () => {
  site = await startSite({ ...linked({ '/': ['/a'], '/a': [] }), '/article': html(ARTICLE) });
});

afterEach(async () => {
  await host?.close();
  host = undefined;
});

afterAll(() => site?.close());

/** What hosts do to the answers of their controllers. */
const WRAPPERS: Readonly<Record<string, (answer: Observable<unknown>) => Observable<unknown>>> = {
  'wraps them in an object': (answer) => answer.pipe(map((data) => ({ data }))),
  'makes text of them': (answer) => answer.pipe(map((data) => JSON.stringify(data))),
  'makes nothing of them': (answer) => answer.pipe(map(() => undefined)),
  'makes a file of them': (answer) => answer.pipe(map(() => new StreamableFile(Buffer.from('x')))),
  'answers after them': (answer) => answer.pipe(map(async (data) => ({ data }) as unknown)),
};

@Controller('own')
class OwnController {
  @Get()
  get() {
    return { mine: true };
  }
}

interface Reply {
  status(code: number): { header(name: string, value: string): void };
}

async function start(platform: Platform, wrap: (answer: Observable<unknown>) => Observable<unknown>) {
  const calls: unknown[] = [];
  @Injectable()
  class Wrapping implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      const reply = context.switchToHttp().getResponse<Reply>();
      const answer = next.handle().pipe(
        tap((body) => {
          calls.push(body);
          reply.status(203).header('x-took', '1');
        }),
      );
      return wrap(answer);
    }
  }
  host = await startApp({
    platform,
    isHosts: true,
    imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address] })],
    controllers: [OwnController],
    configure: (app) => app.useGlobalInterceptors(new Wrapping()),
  });
  return calls;
}

describe.each(PLATFORMS)('an interceptor of the host on %s', (platform) => {
  it.each(Object.entries(WRAPPERS))(
    'that %s: clients of ours read what they always read',
    async (_, wrap) => {
      const calls = await start(platform, wrap);
      const page = await host!.post('/v1/scrape', { url: `${site.url}/article` });
      expect([page.json.success, page.json.data.metadata.title]).toEqual([true, 'Lighthouses of the north']);
      expect([page.status, page.headers['x-took'], calls.length]).toEqual([203, '1', 1]);
      expect(page.headers['content-type']).toMatch(/^application\/json/);
      expect((await host!.ask('/v0/keyAuth', { method: 'GET' })).json).toEqual({ success: true });
      expect((await host!.ask('/v0/health/liveness', { method: 'GET' })).json).toEqual({ status: 'ok' });
      const wrong = await host!.post('/v1/scrape', { url: 7 });
      expect([wrong.status, wrong.json.code]).toEqual([400, 'BAD_REQUEST']);
    },
  );

  it('leaves streamed answers as they are', async () => {
    await start(platform, WRAPPERS['wraps them in an object']!);
    const { id } = (await host!.post('/v1/crawl', { url: `${site.url}/`, ignoreSitemap: true })).json;
    const status = () => host!.ask(`/v1/crawl/${id}`, { method: 'GET' });
    await until(async () => (await status()).json.status === 'completed');
    const { json, headers } = await status();
    expect([json.completed, json.data.length]).toEqual([2, 2]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('goes on wrapping what is the host’s own', async () => {
    await start(platform, WRAPPERS['wraps them in an object']!);
    expect((await host!.ask('/own', { method: 'GET' })).json).toEqual({ data: { mine: true } });
  });

  it('may answer in our place', async () => {
    await start(platform, () => of({ cached: true }));
    expect((await host!.ask('/v0/keyAuth', { method: 'GET' })).json).toEqual({ cached: true });
  });
});

@Controller('reader')
@UseFilters(WebExtractErrorFilter)
class ReaderController {
  static failure: unknown;

  constructor(private readonly scraper: ScrapeService) {}

  @Get('page')
  page() {
    return this.scraper.scrape({ url: 'http://10.0.0.1/' });
  }

  @Get('text')
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  async text() {
    return (await this.page()).markdown;
  }

  @Get('named')
  @Header('X-Request-Id', 'of-the-host')
  named() {
    return this.page();
  }

  @Get('other')
  other() {
    throw ReaderController.failure;
  }
}

@Controller('plain')
class PlainController {
  @Get()
  get() {
    throw toHttpException(new UnavailableError('full', 7));
  }
}

describe.each(PLATFORMS)('a controller of the host that calls our services on %s', (platform) => {
  beforeEach(async () => {
    host = await startApp({
      platform,
      imports: [WebExtractModule.forRoot({ controllers: false })],
      controllers: [ReaderController, PlainController],
    });
  });

  it('answers our failures with their status, by the filter', async () => {
    const { status, json } = await host!.ask('/reader/page', { method: 'GET' });
    expect([status, json]).toEqual([
      403,
      {
        success: false,
        error: expect.stringContaining('10.0.0.1'),
        code: 'URL_NOT_ALLOWED',
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
    ReaderController.failure = new UnavailableError('full', 7);
    const full = await host!.ask('/reader/other', { method: 'GET' });
    expect([full.status, full.headers['retry-after']]).toEqual([503, '7']);
  });

  it('gives them the id of the request: the one that was sent, one of the host, or a new one', async () => {
    const idOf = async (path: string, sent?: string) => {
      const headers = sent === undefined ? {} : { 'x-request-id': sent };
      const answer = await host!.ask(path, { method: 'GET', headers });
      expect(answer.headers['x-request-id']).toBe(answer.json.requestId);
      return answer.json.requestId as unknown;
    };
    expect(await idOf('/reader/page', 'trace-1')).toBe('trace-1');
    expect(await idOf('/reader/page', 'two words')).toMatch(/^[\da-f-]{36}$/);
    expect(await idOf('/reader/page')).toMatch(/^[\da-f-]{36}$/);
    expect(await idOf('/reader/named', 'trace-1')).toBe('of-the-host');
  });

  it('answers them as JSON where its own answers are something else', async () => {
    const { status, headers, json } = await host!.ask('/reader/text', { method: 'GET' });
    expect([status, json.code]).toEqual([403, 'URL_NOT_ALLOWED']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('keeps its own failures', async () => {
    ReaderController.failure = new Error('mine');
    const { status, json } = await host!.ask('/reader/other', { method: 'GET' });
    expect([status, json]).toEqual([500, { statusCode: 500, message: 'Internal server error' }]);
  });

  it('may throw them as exceptions of Nest', async () => {
    const { status, json } = await host!.ask('/plain', { method: 'GET' });
    expect([status, json.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});

it('an exception of Nest carries the failure', () => {
  const failure: WebExtractError = new InvalidUrlError('is empty');
  const exception = toHttpException(failure);
  expect([exception.getStatus(), exception.cause]).toEqual([400, failure]);
  expect(exception.getResponse()).toMatchObject({ success: false, code: 'BAD_REQUEST' });
});
