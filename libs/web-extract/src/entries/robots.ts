import { Module, type DynamicModule } from '@nestjs/common';
import { RobotsService } from '../robots/robots.service.js';

export { RobotsService } from '../robots/robots.service.js';
export type { RobotsQuestion, RobotsRuleLine, RobotsVerdict } from '../robots/robots-verdict.js';

/**
 * Provides a service that checks URLs against robots.txt, for a `WebExtractModule` in the same application.
 */
@Module({})
export class WebExtractRobotsModule {
  static forRoot(): DynamicModule {
    return { module: WebExtractRobotsModule, providers: [RobotsService], exports: [RobotsService] };
  }
}
