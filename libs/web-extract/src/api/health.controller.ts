import { Controller, Get, UseFilters } from '@nestjs/common';
import { CrawlService } from '../services/crawl/crawl.service.js';
import { ErrorFilter } from './errors/error.filter.js';

/** Liveness: the process responds. Says nothing else, and needs no key. */
export const HEALTHY = { status: 'ok' } as const;

/** Health under the addresses that v0 orchestrations ask. The plain `/health` is answered by the mount. */
@Controller('v0/health')
@UseFilters(ErrorFilter)
export class HealthV0Controller {
  constructor(private readonly crawls: CrawlService) {}

  /** Liveness: the process responds. */
  @Get('liveness')
  liveness(): typeof HEALTHY {
    return HEALTHY;
  }

  /** Readiness: crawls can be accepted and read. */
  @Get('readiness')
  async readiness(): Promise<typeof HEALTHY> {
    await this.crawls.checkReady();
    return HEALTHY;
  }
}
