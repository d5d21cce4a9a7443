import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { WebExtractOptions, WebExtractStaticOptions } from './model/options.js';

/**
 * `forRoot` and `forRootAsync` with Nest's own conventions: `imports`, `inject`, `useFactory`, `useClass` (a class with
 * `createWebExtractOptions()`) and `useExisting`; the static options stand beside them. Every call is a registration with an id of its own:
 * hosts whose modules are told apart by what they consist of would take two factories of one text for the same.
 */
export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<WebExtractOptions>({ moduleName: 'WebExtract', alwaysTransient: true })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createWebExtractOptions')
    .setExtras<WebExtractStaticOptions>({}, (definition, { isGlobal }) => ({
      ...definition,
      global: isGlobal ?? false,
    }))
    .build();
