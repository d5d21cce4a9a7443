import type { DynamicModule } from '@nestjs/common';
import { WebExtractModule, type Role } from 'nestjs-web-extract';
import { BullDriversModule } from 'nestjs-web-extract/bull';
import { settings } from './settings.js';

/** The same options in every process; only what it does is its own. */
export function extraction(role: Role): DynamicModule {
  return WebExtractModule.forRoot({
    role,
    drivers: BullDriversModule.forRoot({ redis: { url: settings.redisUrl } }),
    auth: { keys: [settings.key] },
    allowPrivate: settings.allowPrivate,
  });
}
