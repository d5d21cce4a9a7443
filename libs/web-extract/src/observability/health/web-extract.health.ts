import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import { DEFAULT_CONVERSION } from '../../model/page/conversion.js';
import { WebExtractError } from '../../model/errors.js';
import { ResolvedOptions } from '../../model/options.js';
import { Converter } from '../../ports/converter.port.js';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { JobQueue } from '../../ports/job-queue.port.js';
import { Renderer } from '../../ports/renderer.port.js';
import { StoreProblems } from '../../services/history/store-problems.js';
import { ofApplication } from '../../services/of-application.js';
import { storeOf, type StoreName } from '../store-sizes.js';
import { HealthSettings } from './health.options.js';

/** Details of a successful check. */
type Findings = Readonly<Record<string, string | number>>;

/** A failed check; the message is for operators. */
class Unwell extends Error {}

/** Health indicator for Terminus. Each check has a deadline; results contain no secrets. */
@Injectable()
export class WebExtractHealthIndicator {
  constructor(
    private readonly indicators: HealthIndicatorService,
    private readonly modules: ModuleRef,
    private readonly settings: HealthSettings,
  ) {}

  /** All checks, with names that begin with `key`: `health.check(indicator.all())`. */
  all(key = 'webExtract'): (() => Promise<HealthIndicatorResult>)[] {
    return [
      () => this.store(`${key}.store`),
      () => this.queue(`${key}.queue`),
      () => this.redis(`${key}.redis`),
      () => this.postgres(`${key}.postgres`),
      () => this.history(`${key}.history`),
      () => this.cache(`${key}.cache`),
      () => this.archive(`${key}.archive`),
      ...this.ofProcess(key),
    ];
  }

  /** Checks of resources of this process, for liveness: a restart may repair them. */
  ofProcess(key = 'webExtract'): (() => Promise<HealthIndicatorResult>)[] {
    return [
      () => this.converter(`${key}.converter`),
      () => this.browser(`${key}.browser`),
      () => this.disk(`${key}.disk`),
    ];
  }

  /** Checks that the store answers. */
  store(key = 'webExtract.store'): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      await this.get(CrawlStore).checkReady();
      return {};
    });
  }

  /** Checks that the job queue answers. */
  queue(key = 'webExtract.queue'): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      if (!(await this.get(JobQueue).isReady())) throw new Unwell('out of reach');
      return {};
    });
  }

  /** Checks that Redis answers, if it is used. */
  redis(key = 'webExtract.redis'): Promise<HealthIndicatorResult> {
    return this.server(key, 'Redis');
  }

  /** Checks that PostgreSQL answers, if it is used. */
  postgres(key = 'webExtract.postgres'): Promise<HealthIndicatorResult> {
    return this.server(key, 'PostgreSQL');
  }

  private server(key: string, name: string): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      const { server, isShared } = this.get(CrawlStore);
      // a shared store of the host does not say which server it uses
      if (server !== name && !(name === 'Redis' && isShared && server === null)) return { state: 'not used' };
      if (!(await this.get(JobQueue).isReady())) throw new Unwell('out of reach');
      return { state: 'connected' };
    });
  }

  /** Reports the size of the page history and its recent problems, which cost the tracking of pages and are not a failure. */
  history(key = 'webExtract.history'): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      const state = (problems: StoreProblems) =>
        problems.isRecent('history-failed') ? 'failing' : problems.isRecent('history-full') ? 'full' : 'ok';
      return this.sizeOf('history', state);
    });
  }

  /** Reports the size of the response cache and its recent problems, which are not a failure. */
  cache(key = 'webExtract.cache'): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      const state = (problems: StoreProblems) => (problems.isRecent('cache-failed') ? 'failing' : 'ok');
      return this.sizeOf('cache', state);
    });
  }

  /** Reports if the archive of results can be used. Crawls continue without it, so its absence is not a failure. */
  archive(key = 'webExtract.archive'): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      const { archive } = this.get(ResolvedOptions);
      if (archive === undefined) return { state: 'not used' };
      const answer = archive.checkReady().then(() => ({ state: 'available' }));
      const check = this.inTime(() => answer, this.settings.timeoutMs / 2);
      return check.catch(() => ({ state: 'unavailable' }));
    });
  }

  /** Checks that the worker threads convert a page. */
  converter(key = 'webExtract.converter'): Promise<HealthIndicatorResult> {
    return this.run(key, async (signal) => {
      await this.get(Converter).convert(TINY_PAGE(), signal);
      return {};
    });
  }

  /** Reports if a browser is available. A missing browser is not a failure. */
  browser(key = 'webExtract.browser'): Promise<HealthIndicatorResult> {
    return this.run(key, async () => {
      const renderer = this.get<Renderer | null>(Renderer as never);
      if (renderer === null) return { state: 'not used' };
      return { state: (await renderer.isInstalled()) ? 'installed' : 'missing' };
    });
  }

  /** Checks the free disk space of `dataDir`. */
  disk(key = 'webExtract.disk'): Promise<HealthIndicatorResult> {
    return this.run(key, async (): Promise<Findings> => {
      const { dataDir } = this.get(ResolvedOptions);
      if (dataDir === undefined || this.get(CrawlStore).isShared) return { state: 'not used' };
      const { bavail, bsize } = await statfs(dataDir);
      const freeBytes = bavail * bsize;
      if (freeBytes < this.settings.minFreeBytes) throw new Unwell(`only ${freeBytes} bytes are free`);
      return { freeBytes };
    });
  }

  private async sizeOf(name: StoreName, stateOf: (problems: StoreProblems) => string): Promise<Findings> {
    const store = storeOf(this.modules, name);
    if (store === null) return { state: 'not used' };
    const usage = await store.usage().catch(() => null); // pages are read without it
    return usage === null ? { state: 'failing' } : { state: stateOf(this.get(StoreProblems)), ...usage };
  }

  private get<T>(token: Parameters<typeof ofApplication<T>>[1]): T {
    return ofApplication(this.modules, token);
  }

  private async run(
    key: string,
    check: (signal: AbortSignal) => Promise<Findings>,
  ): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check(key);
    try {
      return indicator.up(await this.inTime(check));
    } catch (error) {
      return indicator.down(messageOf(error));
    }
  }

  private async inTime<T>(
    check: (signal: AbortSignal) => Promise<T>,
    timeoutMs = this.settings.timeoutMs,
  ): Promise<T> {
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Unwell(`no answer within ${timeoutMs} ms`));
        controller.abort();
      }, timeoutMs);
    });
    try {
      return await Promise.race([check(controller.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Returns only messages of this package. Other messages may contain confidential data. */
function messageOf(error: unknown): string {
  return error instanceof Unwell || error instanceof WebExtractError ? error.message : 'failed';
}

const TINY_PAGE = () => ({
  body: Buffer.from('<title>Well</title><p>Well</p>'),
  url: 'http://localhost/',
  contentType: 'text/html',
  statusCode: 200,
  formats: [],
  ...DEFAULT_CONVERSION,
  onlyMainContent: false,
  parsePdf: false,
});
