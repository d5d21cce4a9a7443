import { Controller, Get, UseFilters } from '@nestjs/common';
import { ErrorFilter } from './error.filter.js';

/** The process answers. Says nothing else, and needs no key. */
export const HEALTHY = { status: 'ok' } as const;

/** Health under the addresses that v0 orchestrations ask. The plain `/health` is answered by the mount. */
@Controller('v0/health')
@UseFilters(ErrorFilter)
export class HealthV0Controller {
  @Get('liveness')
  liveness(): typeof HEALTHY {
    return HEALTHY;
  }

  @Get('readiness')
  readiness(): typeof HEALTHY {
    return HEALTHY;
  }
}
