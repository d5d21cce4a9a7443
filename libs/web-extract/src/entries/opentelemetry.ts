import { Module, type DynamicModule } from '@nestjs/common';
import { TelemetryKeeper } from '../observability/telemetry/telemetry-keeper.js';

/** Exports OpenTelemetry traces and metrics of a `WebExtractModule` in the same application. */
@Module({})
export class WebExtractTelemetryModule {
  static forRoot(): DynamicModule {
    return { module: WebExtractTelemetryModule, providers: [TelemetryKeeper] };
  }
}
