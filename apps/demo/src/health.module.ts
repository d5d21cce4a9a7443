import { Controller, Get, Module, VERSION_NEUTRAL } from '@nestjs/common';
import { HealthCheck, HealthCheckService, TerminusModule, type HealthCheckResult } from '@nestjs/terminus';
import { WebExtractHealthIndicator, WebExtractHealthModule } from 'nestjs-web-extract/health';

@Controller({ path: 'health', version: VERSION_NEUTRAL })
class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicator: WebExtractHealthIndicator,
  ) {}

  /** Returns 503 if this process should be restarted. External failures, such as Redis, are not considered. */
  @Get()
  async alive(): Promise<Pick<HealthCheckResult, 'status'>> {
    const { status } = await this.health.check(this.indicator.ofProcess());
    return { status };
  }

  /** Every check by its name; 503 when one is down. */
  @Get('details')
  @HealthCheck()
  details(): Promise<HealthCheckResult> {
    return this.health.check(this.indicator.all());
  }
}

@Module({
  imports: [TerminusModule.forRoot({ logger: false }), WebExtractHealthModule.forRoot()],
  controllers: [HealthController],
})
export class HealthModule {}
