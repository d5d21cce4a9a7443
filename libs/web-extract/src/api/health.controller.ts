import { Controller, Get, UseFilters } from '@nestjs/common';
import { ErrorFilter } from './error.filter.js';

const OK = { status: 'ok' } as const;

/** Open to everyone: says only that the process answers. */
@Controller()
@UseFilters(ErrorFilter)
export class HealthController {
  @Get('health')
  health(): typeof OK {
    return OK;
  }
}

/** The same under the addresses that v0 orchestrations ask. */
@Controller('v0/health')
@UseFilters(ErrorFilter)
export class HealthV0Controller {
  @Get('liveness')
  liveness(): typeof OK {
    return OK;
  }

  @Get('readiness')
  readiness(): typeof OK {
    return OK;
  }
}
