import { Fetcher } from '../ports/fetcher.port.js';
import { LanguageModel } from '../ports/language-model.port.js';
import { Renderer } from '../ports/renderer.port.js';
import { Allowance } from '../services/keys/allowance.js';
import { KeyService } from '../services/keys/key.service.js';
import { LimitNotices } from '../services/usage/limit-notices.js';
import { LimitsOfOwners } from '../services/usage/limits-of-owners.js';
import { MeteredFetcher, MeteredLanguageModel, MeteredRenderer } from '../services/usage/metered-ports.js';
import { UsageMeter } from '../services/usage/usage-meter.js';
import { UsageService } from '../services/usage/usage.service.js';
import type { Feature } from './feature.js';

/** Authentication, limits, credits and usage. */
export const KEYS_FEATURE: Feature = {
  providers: [
    KeyService,
    Allowance,
    LimitsOfOwners,
    LimitNotices,
    UsageMeter,
    UsageService,
    {
      provide: MeteredFetcher,
      useFactory: (fetcher: Fetcher, meter: UsageMeter) => new MeteredFetcher(fetcher, meter),
      inject: [Fetcher, UsageMeter],
    },
    {
      provide: MeteredRenderer,
      useFactory: (renderer: Renderer | null, meter: UsageMeter) =>
        renderer && new MeteredRenderer(renderer, meter),
      inject: [Renderer, UsageMeter],
    },
    {
      provide: MeteredLanguageModel,
      useFactory: (model: LanguageModel | null, meter: UsageMeter) =>
        model && new MeteredLanguageModel(model, meter),
      inject: [LanguageModel, UsageMeter],
    },
  ],
  exports: [KeyService, UsageService],
};
