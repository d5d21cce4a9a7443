import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import { RouteRegistry } from '../api/mounting/route-registry.js';
import { joinPath } from '../api/mounting/route-metadata.js';
import { PlaygroundSettings } from './playground.options.js';

/** A route that v2 always has: what stands before it is where the API lies. */
const ROUTE = '/v2/scrape';

/** Base path of the API that the page uses. */
@Injectable()
export class ApiLocation implements OnApplicationBootstrap {
  constructor(
    private readonly modules: ModuleRef,
    private readonly http: HttpAdapterHost,
    private readonly settings: PlaygroundSettings,
  ) {}

  /** @throws Error when there is no such API in the application */
  onApplicationBootstrap(): void {
    const hasRoutes = Boolean(this.http.httpAdapter?.getType?.()); // a job or a test of the host may have none
    if (!hasRoutes || this.find() !== undefined) return;
    const { apiPrefix } = this.settings;
    const below = apiPrefix === undefined ? '' : ` below ${joinPath(apiPrefix)}`;
    throw new Error(
      `WebExtractPlaygroundModule needs WebExtractModule with v2${below} in the same application`,
    );
  }

  /** Path that the versions lie below, the host's global prefix included; it ends with a slash. */
  get path(): string {
    return this.find() ?? '/';
  }

  private find(): string | undefined {
    const wanted = joinPath(this.settings.apiPrefix ?? '', ROUTE);
    const found = this.paths().find((path) => path.endsWith(wanted));
    return found?.slice(0, 1 - ROUTE.length);
  }

  private paths(): string[] {
    try {
      const all = this.modules.get(RouteRegistry, { strict: false, each: true });
      return all.flatMap((routes) => routes.paths);
    } catch {
      return []; // told by whoever asks: there is no WebExtractModule, or none with an API
    }
  }
}
