import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { settle } from '../model/options/option-table.js';
import { ApiLocation } from '../playground/api-location.js';
import { Assets } from '../playground/assets.js';
import { mountPlayground } from '../playground/playground.controller.js';
import {
  PLAYGROUND_OPTIONS,
  PlaygroundSettings,
  type PlaygroundOptions,
} from '../playground/playground.options.js';

/**
 * One page to try everything on, beside a `WebExtractModule` in the same application. It holds no key and can do nothing by itself: it
 * speaks v2 of the HTTP API with the key that its reader types in.
 */
@Module({})
export class WebExtractPlaygroundModule {
  /** @throws InvalidOptionsError naming every option that cannot be used */
  static forRoot(options: PlaygroundOptions = {}): DynamicModule {
    const settings = settle(PLAYGROUND_OPTIONS, options, 'playground', new Logger('WebExtract'));
    return {
      module: WebExtractPlaygroundModule,
      controllers: [mountPlayground(settings.path)],
      providers: [{ provide: PlaygroundSettings, useValue: settings }, ApiLocation, Assets],
    };
  }
}
