import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Provider, Type } from '@nestjs/common';
import { joinPath } from '../api/mounting/route-mark.js';
import { WORKER_FILE } from '../drivers/worker-threads/worker-file.js';
import { ResolvedOptions } from '../model/options.js';

/** Injection token of something that is only ever made. */
abstract class DocumentedRoutes {}

/**
 * Describes our routes to the host's own OpenAPI documents, where @nestjs/swagger is installed; else nothing is loaded. A provider,
 * since a host makes its document when providers are there and hooks have not run.
 */
export function documented(controllers: readonly Type<unknown>[], prefix: string): Provider {
  return {
    provide: DocumentedRoutes,
    useFactory: async ({ auth, keys, v1Search }: ResolvedOptions) => {
      if (!hasSwagger()) return null;
      const { describeRoutes } = await import('../api/openapi/describe-routes.js');
      const off = [
        ...(v1Search ? [] : ['SearchV1Controller']),
        ...(keys === null ? ['KeysV1Controller'] : []),
      ];
      const base = joinPath(prefix);
      describeRoutes(controllers, {
        prefix: base === '/' ? '' : base,
        hasKeys: auth !== false,
        off: new Set(off),
      });
      return null;
    },
    inject: [ResolvedOptions],
  };
}

/** Beside this package or in the host's folder; it is looked for and not loaded. */
function hasSwagger(): boolean {
  return [WORKER_FILE, join(process.cwd(), 'package.json')].some((from) => {
    try {
      return createRequire(from).resolve('@nestjs/swagger') !== '';
    } catch {
      return false; // not to be found from there
    }
  });
}
