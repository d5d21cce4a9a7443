import type { DynamicModule, Type } from '@nestjs/common';
import type { DriverModule, WebExtractStaticOptions } from '../model/options.js';

/** Returns the driver modules of the host. */
export function driverModules({ drivers = [] }: WebExtractStaticOptions): readonly DynamicModule[] {
  return [drivers].flat().map((one: DriverModule) => one as DynamicModule);
}

/** Returns the ports with drivers of the host: the exports of its driver modules. */
export function givenPorts(options: WebExtractStaticOptions): ReadonlySet<unknown> {
  return new Set(driverModules(options).flatMap(exportsOf));
}

function exportsOf({ module, exports = [] }: DynamicModule): readonly unknown[] {
  const declared = (Reflect.getMetadata('exports', module as Type<unknown>) ?? []) as readonly unknown[];
  return [...exports, ...declared].map((one) => (isProvider(one) ? one.provide : one));
}

function isProvider(value: unknown): value is { readonly provide: unknown } {
  return typeof value === 'object' && value !== null && 'provide' in value;
}
