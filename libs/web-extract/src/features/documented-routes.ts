import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Provider, Type } from '@nestjs/common';
import { joinPath } from '../api/mounting/route-metadata.js';
import { excludeFromDocuments } from '../api/openapi/swagger-metadata.js';
import { WORKER_FILE } from '../drivers/worker-threads/worker-file.js';
import { ResolvedOptions } from '../model/options.js';

/** Injection token of a provider that is only instantiated and never injected. */
abstract class DocumentedRoutes {}

/**
 * Adds the routes to the OpenAPI documents of the host if @nestjs/swagger is installed and `openApi` is not off; loads
 * nothing otherwise. This is a provider, because a host creates its document after the providers and before the
 * lifecycle hooks.
 */
export function documented(controllers: readonly Type<unknown>[], prefix: string): Provider {
  return {
    provide: DocumentedRoutes,
    useFactory: async ({ auth, keys, v1Search, openApi }: ResolvedOptions) => {
      if (!openApi) controllers.forEach(excludeFromDocuments);
      if (!openApi || !hasSwagger()) return null;
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

/** Looks for the package near this one or in the directory of the host, without loading it. */
function hasSwagger(): boolean {
  return [WORKER_FILE, join(process.cwd(), 'package.json')].some((from) => {
    try {
      return createRequire(from).resolve('@nestjs/swagger') !== '';
    } catch {
      return false; // not resolvable from there
    }
  });
}
