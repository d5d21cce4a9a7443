import { Controller, VERSION_NEUTRAL, type Type } from '@nestjs/common';
import type { ApiVersion } from '../model/options.js';
import { HealthController, HealthV0Controller } from './health.controller.js';
import { V0Controller } from './v0/v0.controller.js';
import { V1Controller } from './v1/v1.controller.js';

/** The controllers of each version, by their path below the prefix. */
const VERSIONS: Readonly<Record<ApiVersion, readonly (readonly [string, Type<unknown>])[]>> = {
  v0: [
    ['v0', V0Controller],
    ['v0/health', HealthV0Controller],
  ],
  v1: [['v1', V1Controller]],
};

/**
 * Makes the controllers of one registration: subclasses of their own, so that several registrations in one application
 * live under different prefixes, and outside of the host's URI versioning.
 */
export function mountControllers(versions: readonly ApiVersion[], prefix: string): Type<unknown>[] {
  if (versions.length === 0) return [];
  const wanted = [...new Set(versions)].flatMap((version) => VERSIONS[version]);
  return [...wanted, ['', HealthController] as const].map(([path, controller]) =>
    mountAt([prefix, path].filter((part) => part !== '').join('/'), controller),
  );
}

function mountAt(path: string, controller: Type<unknown>): Type<unknown> {
  class Mounted extends (controller as Type<object>) {}
  Object.defineProperty(Mounted, 'name', { value: controller.name });
  Controller({ path, version: VERSION_NEUTRAL })(Mounted);
  return Mounted;
}
