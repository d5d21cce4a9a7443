import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { resolveModuleOptions } from '../model/options/option-table.js';
import {
  HEALTH_OPTIONS,
  HealthSettings,
  type HealthOptions,
} from '../observability/health/health.options.js';
import { WebExtractHealthIndicator } from '../observability/health/web-extract.health.js';

export { WebExtractHealthIndicator } from '../observability/health/web-extract.health.js';
export type { HealthOptions } from '../observability/health/health.options.js';

/** Provides a Terminus health indicator for a `WebExtractModule` in the same application. */
@Module({})
export class WebExtractHealthModule {
  /** @throws InvalidOptionsError naming every invalid option */
  static forRoot(options: HealthOptions = {}): DynamicModule {
    const settings = resolveModuleOptions(HEALTH_OPTIONS, options, 'health', new Logger('WebExtract'));
    return {
      module: WebExtractHealthModule,
      imports: [TerminusModule],
      providers: [{ provide: HealthSettings, useValue: settings }, WebExtractHealthIndicator],
      exports: [WebExtractHealthIndicator],
    };
  }
}
