import { Module, type DynamicModule } from '@nestjs/common';
import { RobotsService } from '../robots/robots.service.js';

/** Answers what the crawls of a `WebExtractModule` in the same application may read. */
@Module({})
export class WebExtractRobotsModule {
  static forRoot(): DynamicModule {
    return { module: WebExtractRobotsModule, providers: [RobotsService], exports: [RobotsService] };
  }
}
