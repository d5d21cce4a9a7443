import { Module, type DynamicModule } from '@nestjs/common';
import { TelemetryKeeper } from '../observability/telemetry/telemetry-keeper.js';

/** Tells OpenTelemetry, traces and metrics, of what a `WebExtractModule` in the same application does. */
@Module({})
export class WebExtractTelemetryModule {
  static forRoot(): DynamicModule {
    return { module: WebExtractTelemetryModule, providers: [TelemetryKeeper] };
  }
}
