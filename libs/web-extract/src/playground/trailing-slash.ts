import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Metadata key of Nest's Fastify adapter, for what Fastify keeps as the config of a route. */
export const FASTIFY_CONFIG = '__fastify_route_config__';
/** Config of the route of the page. */
export const PAGE_CONFIG = { 'web-extract:playground': true } as const;

interface FastifyRoute {
  readonly method: string | readonly string[];
  readonly url: string;
  readonly handler: unknown;
  readonly config?: Partial<typeof PAGE_CONFIG>;
}
interface FastifyApp {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): void;
  route(route: FastifyRoute): void;
}

/**
 * Adds the path of the page with a slash at the end on Fastify, whose router treats it as another path. The router of Express does not.
 * Redirects between the two would be endless behind a proxy that adds the slash.
 */
@Injectable()
export class TrailingSlash implements OnModuleInit {
  private readonly pages: FastifyRoute[] = [];

  constructor(private readonly host: HttpAdapterHost) {
    // routes are added before any hook of a module runs
    host.init$.subscribe(() =>
      this.fastify()?.addHook('onRoute', (route) => {
        const isPage = route.method === 'GET' && route.config?.['web-extract:playground'];
        if (isPage && !route.url.endsWith('/')) this.pages.push(route); // those with a slash are of other registrations
      }),
    );
  }

  onModuleInit(): void {
    const fastify = this.fastify();
    for (const page of [...this.pages]) if (fastify) addWithSlash(fastify, page);
  }

  private fastify(): FastifyApp | undefined {
    const { httpAdapter } = this.host;
    return httpAdapter?.getType?.() === 'fastify' ? httpAdapter.getInstance<FastifyApp>() : undefined;
  }
}

function addWithSlash(fastify: FastifyApp, { method, url, handler, config = {} }: FastifyRoute): void {
  try {
    fastify.route({ method, url: `${url}/`, handler, config });
  } catch (error) {
    // the host ignores slashes at the end, or has a route of its own there
    if ((error as { readonly code?: unknown }).code !== 'FST_ERR_DUPLICATED_ROUTE') throw error;
  }
}
