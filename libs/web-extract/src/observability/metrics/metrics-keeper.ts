import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Gauge, Registry } from 'prom-client';
import { CrawlStore } from '../../ports/stores/crawl-store.port.js';
import { WebExtractEvents } from '../../services/events/web-extract-events.js';
import { ofApplication } from '../../services/of-application.js';
import { recordEvent } from '../instruments.js';
import { storeSizes, type StoreSize } from '../store-sizes.js';
import { PrometheusRecorder } from './prometheus-recorder.js';

/** Updates the metrics of the application's registration. */
@Injectable()
export class MetricsKeeper implements OnModuleInit, OnApplicationShutdown {
  private stop: () => void = () => {};

  constructor(
    private readonly registry: Registry,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    const recorder = new PrometheusRecorder(this.registry);
    this.stop = ofApplication(this.modules, WebExtractEvents).onAny((event) => recordEvent(event, recorder));
    const store = ofApplication(this.modules, CrawlStore);
    const { registry } = this;
    new Gauge({
      name: 'web_extract_crawls_running',
      help: 'Jobs that run now, in all processes on the same store',
      registers: [registry],
      async collect() {
        const running = await store.running(null).catch(() => null); // unavailable values remain unchanged
        if (running) this.set(running.length);
      },
    });
    for (const size of storeSizes(this.modules)) this.observeSize(size);
  }

  private observeSize({ name, help, read }: StoreSize): void {
    new Gauge({
      name: `${name.replaceAll('.', '_')}_bytes`,
      help,
      registers: [this.registry],
      async collect() {
        const bytes = await read();
        if (bytes !== null) this.set(bytes); // unavailable values remain unchanged
      },
    });
  }

  onApplicationShutdown(): void {
    this.stop();
  }
}
