import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractHealthModule } from 'nestjs-web-extract/health';
import { WebExtractMetricsModule } from 'nestjs-web-extract/metrics';
import { register } from 'prom-client';
import { HealthController } from './health.controller.js';
import { MetricsGuard } from './metrics.guard.js';
import { settings } from './settings.js';

@Module({
  imports: [
    WebExtractModule.forRoot({
      controllers: ['v2'],
      auth: { keys: [settings.key] },
      dataDir: settings.dataDir,
      allowPrivate: settings.allowPrivate,
    }),
    TerminusModule,
    WebExtractHealthModule.forRoot(),
    WebExtractMetricsModule.forRoot({ registry: register, guards: [MetricsGuard] }), // beside metrics of the application's own
  ],
  controllers: [HealthController],
})
export class AppModule {}
