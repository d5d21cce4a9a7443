import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { resolveModuleOptions } from '../model/options/option-table.js';
import { ApiLocation } from '../playground/api-location.js';
import { Assets } from '../playground/assets.js';
import { mountPlayground } from '../playground/playground.controller.js';
import {
  PLAYGROUND_OPTIONS,
  PlaygroundSettings,
  type PlaygroundOptions,
} from '../playground/playground.options.js';
import { TrailingSlash } from '../playground/trailing-slash.js';

export type { PlaygroundOptions } from '../playground/playground.options.js';

/**
 * A page for trying out the API, for a `WebExtractModule` in the same application. It contains no key and has
 * no access of its own: it uses v2 of the HTTP API with the key that the user enters.
 */
@Module({})
export class WebExtractPlaygroundModule {
  /** @throws InvalidOptionsError naming every invalid option */
  static forRoot(options: PlaygroundOptions = {}): DynamicModule {
    const settings = resolveModuleOptions(
      PLAYGROUND_OPTIONS,
      options,
      'playground',
      new Logger('WebExtract'),
    );
    return {
      module: WebExtractPlaygroundModule,
      controllers: [mountPlayground(settings.path)],
      providers: [{ provide: PlaygroundSettings, useValue: settings }, ApiLocation, Assets, TrailingSlash],
    };
  }
}
