import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ForbiddenException, type CanActivate } from '@nestjs/common';
import { context, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { CrawlService, ScrapeService, WebExtractModule } from 'nestjs-web-extract';
import { WebExtractMetricsModule } from 'nestjs-web-extract/metrics';
import { WebExtractTelemetryModule } from 'nestjs-web-extract/opentelemetry';
import { Counter, Registry } from 'prom-client';
import { linked } from './sites/linked.js';
import { html, startSite, type Site } from './sites/site.js';
import { KEY, startApp, type RunningApp } from './support/app.js';
import { somePlatforms } from './support/platforms.js';
import { crawl, until } from './support/crawls.js';

class Closed implements CanActivate {
  canActivate(): boolean {
    throw new ForbiddenException();
  }
}

let site: Site;
const spans = new InMemorySpanExporter();
const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 3_600_000 });

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  site = await startSite({
    ...linked({ '/': ['/a', '/b', '/dead', '/private/x'], '/a': ['/a/1'], '/a/1': [], '/b': [] }),
    '/robots.txt': (_, response) => void response.end('User-agent: *\nDisallow: /private'),
    '/sitemap.xml': html('', {}, 404),
    '/dead': (_, response) => void response.destroy(),
  });
});
afterAll(async () => {
  await reader.shutdown();
  trace.disable();
  metrics.disable();
  context.disable();
  await site?.close();
});

describe.each(somePlatforms())('operation on %s', (platform) => {
  const registry = new Registry();
  let api: RunningApp;

  beforeAll(async () => {
    new Counter({ name: 'of_the_host_total', help: 'Something else', registers: [registry] });
    api = await startApp({
      platform,
      imports: [
        WebExtractModule.forRoot({
          auth: { keys: [KEY] },
          allowPrivate: [site.address],
          browser: false,
          cache: true,
        }),
        WebExtractMetricsModule.forRoot({ path: '/ops/metrics', registry }),
        WebExtractMetricsModule.forRoot({ path: '/closed', guards: [Closed] }),
        WebExtractTelemetryModule.forRoot(),
      ],
    });
  });
  afterAll(() => api?.close());
  beforeEach(() => spans.reset());

  const read = async () =>
    (await api.ask('/ops/metrics', { method: 'GET', headers: { authorization: '' } })).text;
  const valuesOf = (text: string, name: string) =>
    Object.fromEntries(
      [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(
        ([, labels = '', value]) => [labels, Number(value)],
      ),
    );

  it('counts exactly what the counters of a job have', async () => {
    const { id } = await crawl(api, { url: `${site.url}/` });
    let text = '';
    await until(async () => (text = await read()).includes('web_extract_crawls_ended_total{'));
    const { counters } = await api.app.get(CrawlService).status(id);
    const { pages, failed, blocked, credits } = counters;
    expect(valuesOf(text, 'web_extract_crawl_pages_total')).toEqual({
      'kind="crawl",outcome="page"': pages,
      'kind="crawl",outcome="failed"': failed,
      'kind="crawl",outcome="blocked"': blocked,
    });
    expect(valuesOf(text, 'web_extract_crawl_credits_total')).toEqual({ 'kind="crawl"': credits });
    expect(valuesOf(text, 'web_extract_crawls_started_total')).toEqual({ 'kind="crawl"': 1 });
    expect(valuesOf(text, 'web_extract_crawls_ended_total')).toEqual({
      'kind="crawl",status="completed"': 1,
    });
    expect(valuesOf(text, 'web_extract_pages_under_way')).toEqual({ 'kind="crawl"': 0 });
    expect(valuesOf(text, 'web_extract_crawls_running')).toEqual({ '': 0 });
    expect(valuesOf(text, 'web_extract_history_size_bytes')).toEqual({ '': 0 });
    expect(text).toContain('of_the_host_total');
    expect(text).not.toMatch(/127\.0\.0\.1|key-of-the-tests/);
  });

  it('is read by whom the host lets in', async () => {
    const { status, headers } = await api.ask('/ops/metrics', { method: 'GET' });
    expect([status, headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain;.* version=0/),
    ]);
    expect((await api.ask('/closed', { method: 'GET' })).status).toBe(403);
  });

  it('has every metric that the dashboard asks for', async () => {
    const text = await read();
    const board = readFileSync(join(process.cwd(), 'docs/grafana/web-extract.json'), 'utf8');
    const asked = new Set(
      [...board.matchAll(/web_extract_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    );
    for (const name of asked) expect(text).toContain(`# TYPE ${name} `);
    expect(asked.size).toBeGreaterThan(20);
    const guide = readFileSync(join(process.cwd(), 'docs/operations.md'), 'utf8');
    const alerts = new Set(
      [...guide.matchAll(/web_extract_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')),
    );
    for (const name of alerts) expect(text).toMatch(new RegExp(`# TYPE ${name} `));
  });

  it('is traced: a span for a page below that of its caller, one for each stage, threads included', async () => {
    const tracer = trace.getTracer('test');
    const caller = await tracer.startActiveSpan('caller', async (span) => {
      await api.app.get(ScrapeService).scrape({ url: `${site.url}/a?token=hidden` });
      span.end();
      return span.spanContext();
    });
    const all = spans.getFinishedSpans().filter((span) => span.spanContext().traceId === caller.traceId);
    const named = (name: string) => all.find((span) => span.name === `web_extract.${name}`)!;
    const parentOf = (name: string) => named(name).parentSpanContext?.spanId;
    const page = named('scrape').spanContext().spanId;
    expect(parentOf('scrape')).toBe(caller.spanId);
    expect(['fetch', 'convert'].map(parentOf)).toEqual([page, page]);
    const conversion = named('convert').spanContext().spanId;
    expect(['read', 'choose', 'write'].map(parentOf)).toEqual([conversion, conversion, conversion]);
    expect(named('scrape').attributes).toMatchObject({
      'url.full': `${site.url}/a?…`,
      'http.response.status_code': 200,
    });
  });

  it('is traced through the queue: pages of a crawl belong to whoever started it', async () => {
    const tracer = trace.getTracer('test');
    const { traceId, spanId } = await tracer.startActiveSpan('starter', async (span) => {
      await api.app.get(CrawlService).start({ url: `${site.url}/b`, limit: 1 });
      span.end();
      return span.spanContext();
    });
    const page = () => spans.getFinishedSpans().find(({ name }) => name === 'web_extract.crawl');
    await until(() => page() !== undefined);
    expect([page()!.spanContext().traceId, page()!.parentSpanContext?.spanId]).toEqual([traceId, spanId]);
  });

  it('is measured by OpenTelemetry with the same instruments', async () => {
    await reader.forceFlush();
    const names = measured
      .getMetrics()
      .flatMap(({ scopeMetrics }) =>
        scopeMetrics.flatMap((scope) => scope.metrics.map(({ descriptor }) => descriptor.name)),
      );
    expect(names).toEqual(
      expect.arrayContaining(['web_extract.pages', 'web_extract.stage.duration', 'web_extract.crawl.pages']),
    );
  });
});

it.each(['reference', 'deep-hash'] as const)(
  'metrics stand at several places, told apart by %s',
  async (moduleIds) => {
    const registries = [new Registry(), new Registry()] as const;
    const host = await startApp({
      moduleIds,
      imports: [
        WebExtractModule.forRoot({ auth: false, browser: false }),
        WebExtractMetricsModule.forRoot({ path: '/inside', registry: registries[0] }),
        WebExtractMetricsModule.forRoot({ path: '/outside', registry: registries[1] }),
      ],
    });
    for (const path of ['/inside', '/outside'])
      expect((await host.ask(path, { method: 'GET' })).status).toBe(200);
    await host.close();
  },
);

describe('options of metrics', () => {
  it.each([
    [() => WebExtractMetricsModule.forRoot({ path: 'a b' }), /metrics.path/],
    [() => WebExtractMetricsModule.forRoot({ guards: [null as never] }), /metrics.guards/],
    [() => WebExtractMetricsModule.forRoot({ registry: {} as never }), /metrics.registry/],
    [() => WebExtractMetricsModule.forRoot({ odd: 1 } as never), /metrics.odd is not an option/],
  ])('are refused by name: %#', (register, message) => {
    expect(register).toThrow(message);
  });
});
