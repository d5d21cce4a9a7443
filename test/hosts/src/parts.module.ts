import { Module, type DynamicModule } from '@nestjs/common';
import { WebExtractHealthModule } from 'nestjs-web-extract/health';
import { WebExtractMcpModule } from 'nestjs-web-extract/mcp';
import { WebExtractMetricsModule } from 'nestjs-web-extract/metrics';
import { WebExtractTelemetryModule } from 'nestjs-web-extract/opentelemetry';
import { WebExtractRobotsModule } from 'nestjs-web-extract/robots';
import { HostModule } from './host.module.js';

/** The host with every part that is optional. */
@Module({})
export class PartsModule {
  static allowing(address: string): DynamicModule {
    const parts = [
      WebExtractHealthModule,
      WebExtractMcpModule,
      WebExtractMetricsModule,
      WebExtractTelemetryModule,
      WebExtractRobotsModule,
    ];
    return {
      module: PartsModule,
      imports: [HostModule.allowing(address), ...parts.map((part) => part.forRoot())],
    };
  }
}
