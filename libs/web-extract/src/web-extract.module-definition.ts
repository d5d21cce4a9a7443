import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { WebExtractOptions, WebExtractStaticOptions } from './model/options.js';

/**
 * `forRoot` and `forRootAsync` with the conventions of Nest: `imports`, `inject`, `useFactory`, `useClass` (a
 * class with `createWebExtractOptions()`) and `useExisting`, in addition to the static options. Each call
 * creates a registration with its own id: hosts that identify modules by their content would treat two
 * factories with the same source as one.
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
