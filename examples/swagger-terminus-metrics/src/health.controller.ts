import { Controller, Get } from '@nestjs/common';
import { HealthCheck, HealthCheckService } from '@nestjs/terminus';
import { WebExtractHealthIndicator } from 'nestjs-web-extract/health';

@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly extraction: WebExtractHealthIndicator,
  ) {}

  /** Liveness: what a restart may mend. */
  @Get('live')
  @HealthCheck()
  live() {
    return this.health.check(this.extraction.ofProcess());
  }

  /** Readiness: everything that a request needs. */
  @Get('ready')
  @HealthCheck()
  ready() {
    return this.health.check(this.extraction.all());
  }
}
