import { randomUUID } from 'node:crypto';
import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { Registry } from 'prom-client';
import { excludeFromDocuments } from '../api/openapi/swagger-metadata.js';
import { joinPath } from '../api/mounting/route-metadata.js';
import { resolveModuleOptions } from '../model/options/option-table.js';
import { MetricsKeeper } from '../observability/metrics/metrics-keeper.js';
import { METRICS_OPTIONS, type MetricsOptions } from '../observability/metrics/metrics.options.js';
import { mountMetrics } from '../observability/metrics/metrics.controller.js';

export type { MetricsOptions } from '../observability/metrics/metrics.options.js';

/** Exports Prometheus metrics of a `WebExtractModule` in the same application. */
@Module({})
export class WebExtractMetricsModule {
  /** @throws InvalidOptionsError naming every invalid option */
  static forRoot(options: MetricsOptions = {}): DynamicModule {
    const { path, guards, registry } = resolveModuleOptions(
      METRICS_OPTIONS,
      options,
      'metrics',
      new Logger('WebExtract'),
    );
    const controller = mountMetrics(joinPath(path).slice(1), guards);
    excludeFromDocuments(controller); // serves a scraper, not JSON clients
    return {
      module: WebExtractMetricsModule,
      controllers: [controller],
      providers: [
        // hosts that identify modules by their content see only the name of a controller
        { provide: 'web-extract:registration', useValue: randomUUID() },
        { provide: Registry, useFactory: () => registry ?? new Registry() },
        MetricsKeeper,
      ],
      exports: [Registry],
    };
  }
}
