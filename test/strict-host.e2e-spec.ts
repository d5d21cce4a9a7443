import {
  Body,
  Catch,
  ClassSerializerInterceptor,
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Injectable,
  Param,
  ParseIntPipe,
  Post,
  ValidationPipe,
  VersioningType,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type INestApplication,
  type MiddlewareConsumer,
  type NestInterceptor,
  type NestModule,
} from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import { IsInt, IsString } from 'class-validator';
import { tap } from 'rxjs';
import { WebExtractModule } from 'nestjs-web-extract';
import { ARTICLE } from './sites/pages.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { PLATFORMS } from './support/platforms.js';

class UserBody {
  @IsString()
  name!: string;

  @IsInt()
  age!: number;
}

/** Lies beside our routes: `/api/v1/users`. */
@Controller({ path: 'users', version: '1' })
class UsersController {
  @Get(':id')
  find(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }

  @Post()
  create(@Body() body: UserBody) {
    return { age: body.age, isUser: body instanceof UserBody };
  }
}

@Controller({ path: 'health', version: '1' })
class HostHealthController {
  @Get()
  health() {
    return { host: 'well' };
  }
}

/** Ends as one of our routes does. */
@Controller({ path: 'database/v1', version: '1' })
class LookalikeController {
  @Post('scrape')
  scrape() {
    return { mine: true };
  }
}

@Catch()
class HostFilter implements ExceptionFilter {
  constructor(private readonly adapters: HttpAdapterHost) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const status = error instanceof HttpException ? error.getStatus() : 500;
    this.adapters.httpAdapter.reply(host.switchToHttp().getResponse(), { host: 'failed', status }, status);
  }
}

@Injectable()
class HostGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
    if (headers['x-banned']) throw new ForbiddenException('banned');
    return true;
  }
}

@Injectable()
class CountingInterceptor implements NestInterceptor {
  static calls = 0;

  intercept(_context: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(tap(() => (CountingInterceptor.calls += 1)));
  }
}

class HostModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(
        (_request: unknown, response: { setHeader(name: string, value: string): void }, next: () => void) => {
          response.setHeader('x-host', 'was-here');
          next();
        },
      )
      .forRoutes('*path');
  }
}

function makeStrict(app: INestApplication): void {
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  app.enableCors({ origin: 'https://front.example' });
  app.useGlobalPipes(
    new ValidationPipe({
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: true,
      transform: true,
      transformOptions: { enableImplicitConversion: true },
    }),
  );
  app.useGlobalFilters(new HostFilter(app.get(HttpAdapterHost)));
  app.useGlobalGuards(new HostGuard());
  app.useGlobalInterceptors(new ClassSerializerInterceptor(app.get(Reflector)), new CountingInterceptor());
}

describe.each(PLATFORMS)('a strict host on %s', (platform) => {
  let site: Site;
  let host: RunningApp;

  beforeAll(async () => {
    site = await startSite({ '/article': html(ARTICLE) });
    host = await startApp({
      platform,
      imports: [
        HostModule,
        WebExtractModule.forRoot({ auth: { keys: [KEY] }, allowPrivate: [site.address] }),
      ],
      controllers: [UsersController, HostHealthController, LookalikeController],
      bodyLimit: 10_000,
      configure: makeStrict,
    });
  });

  afterAll(async () => {
    await host?.close();
    await site?.close();
  });

  describe('serves ours as everywhere', () => {
    it.each(['/api/v1/scrape', '/api/v0/scrape'])('%s gives the page', async (path) => {
      const { status, json, headers } = await host.post(path, { url: `${site.url}/article` });
      expect([status, json.success]).toEqual([200, true]);
      expect(json.data.markdown).toContain('# Lighthouses of the north');
      expect(headers['x-host']).toBe('was-here');
    });

    it('without its conversions and its rules about keys', async () => {
      const wrong = await host.post('/api/v1/scrape', {
        url: site.url,
        timeout: '1000',
        mobile: 'true',
        other: 1,
      });
      expect(wrong.json.details.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual([
        'mobile',
        'other',
        'timeout',
      ]);
      expect((await host.post('/api/v0/scrape', { url: `${site.url}/article`, other: 1 })).status).toBe(200);
    });

    it.each([
      ['a wrong key', 'POST', '/api/v1/scrape', '{', { authorization: 'Bearer x' }, 401, 'UNAUTHORIZED'],
      ['malformed JSON', 'POST', '/api/v1/scrape', '{', {}, 400, 'BAD_REQUEST_INVALID_JSON'],
      ['too much', 'POST', '/api/v1/scrape', 'x'.repeat(10_001), {}, 413, 'PAYLOAD_TOO_LARGE'],
      ['a wrong method', 'PUT', '/api/v1/scrape', '{}', {}, 405, 'METHOD_NOT_ALLOWED'],
      [
        'a forbidden address',
        'POST',
        '/api/v1/scrape',
        '{"url":"http://10.0.0.1"}',
        {},
        403,
        'URL_NOT_ALLOWED',
      ],
      ['whom the host refuses', 'POST', '/api/v1/scrape', '{}', { 'x-banned': '1' }, 403, 'FORBIDDEN'],
    ])('answers %s with our errors', async (_, method, path, body, headers, status, code) => {
      const answer = await host.ask(path, { method, body, headers });
      expect([answer.status, answer.json]).toEqual([
        status,
        expect.objectContaining({ success: false, code }),
      ]);
    });

    it('under the names of the API alone', async () => {
      for (const path of ['/v1/scrape', '/api/v1/v1/scrape', '/api/scrape']) {
        const { json } = await host.ask(path, { method: 'POST', body: {}, isHosts: true });
        expect([path, json]).toEqual([path, { host: 'failed', status: 404 }]);
      }
    });

    it('to browsers of the origin that the host allows', async () => {
      const preflight = await host.ask('/api/v1/scrape', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://front.example',
          'access-control-request-method': 'POST',
          authorization: [],
        },
      });
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
        204,
        'https://front.example',
      ]);
      const refused = await host.ask('/api/v1/scrape', {
        body: '{',
        headers: { origin: 'https://front.example' },
      });
      expect(refused.headers['access-control-allow-origin']).toBe('https://front.example');
    });

    it('through its interceptors', async () => {
      const before = CountingInterceptor.calls;
      await host.post('/api/v1/scrape', { url: `${site.url}/article` });
      expect(CountingInterceptor.calls).toBe(before + 1);
    });
  });

  describe('keeps its own', () => {
    it('routes beside ours, with its conversions', async () => {
      expect((await host.ask('/api/v1/users/7', { method: 'GET' })).json).toEqual({ id: 7 });
      const created = await host.post('/api/v1/users', { name: 'a', age: '7' });
      expect([created.status, created.json]).toEqual([201, { age: 7, isUser: true }]);
    });

    it.each([
      ['its validation', 'POST', '/api/v1/users', '{"name":"a","age":1,"other":2}', 400],
      ['its pipes', 'GET', '/api/v1/users/seven', undefined, 400],
      ['malformed JSON', 'POST', '/api/v1/users', '{', 400],
      ['too much', 'POST', '/api/v1/users', 'x'.repeat(10_001), 413],
      ['unknown paths beside ours', 'GET', '/api/v1/unknown', undefined, 404],
      ['wrong methods', 'PUT', '/api/v1/users', '{}', 404],
      ['wrong methods where its path ends as ours', 'PUT', '/api/v1/database/v1/scrape', '{}', 404],
      ['malformed JSON where its path ends as ours', 'POST', '/api/v1/database/v1/scrape', '{', 400],
      ['wrong methods at its own health', 'POST', '/api/v1/health', '{}', 404],
    ])('errors: %s', async (_, method, path, body, status) => {
      const answer = await host.ask(path, { method, body, headers: { authorization: [] }, isHosts: true });
      expect(answer.json).toEqual({ host: 'failed', status: answer.status });
      // Fastify's own errors are no HTTP exceptions, and this host calls everything else a 500
      expect([status, 500]).toContain(answer.status);
    });

    it('paths that end as ours', async () => {
      const answer = await host.ask('/api/v1/database/v1/scrape', {
        body: {},
        headers: { authorization: [] },
        isHosts: true,
      });
      expect([answer.status, answer.json]).toEqual([201, { mine: true }]);
    });

    it('health beside ours', async () => {
      expect((await host.ask('/api/v1/health', { method: 'GET' })).json).toEqual({ host: 'well' });
      expect((await host.ask('/api/health', { method: 'GET' })).json).toEqual({ status: 'ok' });
    });
  });
});

@Controller('health')
class PlainHealthController {
  @Get()
  health() {
    return { host: 'well' };
  }
}

describe.each(PLATFORMS)('a host on %s that has a health of its own at the same path', (platform) => {
  it.each(['before', 'after'])('keeps it when it is registered %s ours', async (order) => {
    class HealthModule {}
    const own = { module: HealthModule, controllers: [PlainHealthController] };
    const ours = WebExtractModule.forRoot({ auth: { keys: [KEY] }, handleUnknownRoutes: true });
    const host = await startApp({ platform, imports: order === 'before' ? [own, ours] : [ours, own] });
    const { json } = await host.ask('/health', { method: 'GET' });
    await host.close();
    expect(json).toEqual({ host: 'well' });
  });
});

describe.each(PLATFORMS)('header versioning on %s', (platform) => {
  it('leaves our routes without a version', async () => {
    const host = await startApp({
      platform,
      imports: [WebExtractModule.forRoot({ auth: { keys: [KEY] } })],
      configure: (app) =>
        app.enableVersioning({ type: VersioningType.HEADER, header: 'x-version', defaultVersion: '2' }),
    });
    const answers = [
      await host.ask('/v0/keyAuth', { method: 'GET' }),
      await host.ask('/v0/keyAuth', { method: 'GET', headers: { 'x-version': '7' } }),
    ];
    const malformed = await host.post('/v1/scrape', '{');
    await host.close();
    expect(answers.map(({ json }) => json)).toEqual([{ success: true }, { success: true }]);
    expect(malformed.json.code).toBe('BAD_REQUEST_INVALID_JSON');
  });
});
