import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { withoutQuery } from '../model/cut-text.js';

/** Metadata key of Nest's Fastify adapter, for what Fastify keeps as the config of a route. */
export const FASTIFY_CONFIG = '__fastify_route_config__';
/** Config of the route of the page. */
export const PAGE_CONFIG = { 'web-extract:playground': true } as const;

interface FastifyRoute {
  readonly url: string;
  readonly config?: Partial<typeof PAGE_CONFIG>;
}
interface FastifyRequest {
  readonly url: string;
  readonly method: string;
  readonly is404: boolean;
}
interface FastifyReply {
  code(status: number): FastifyReply;
  header(name: string, value: string): FastifyReply;
  send(): unknown;
}
interface FastifyApp {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): void;
  addHook(
    name: 'onRequest',
    hook: (request: FastifyRequest, reply: FastifyReply, next: () => void) => unknown,
  ): void;
}

/**
 * Location of the page for its URL with a slash at the end, where the relative addresses of its files would be wrong; null for other URLs. It
 * is relative, since a proxy may have removed a prefix.
 */
export function locationWithoutSlash(url: string): string | null {
  const path = withoutQuery(url);
  const name = path.endsWith('/') ? path.split('/').at(-2) : '';
  return name ? `../${name}${url.slice(path.length)}` : null;
}

/** Redirects on Fastify, whose router treats a path with a slash at its end as another one. The router of Express does not. */
@Injectable()
export class TrailingSlash implements OnModuleInit {
  private readonly pages = new Set<string>();

  constructor(private readonly host: HttpAdapterHost) {
    // routes are added before any hook of a module runs
    host.init$.subscribe(() =>
      this.fastify()?.addHook('onRoute', ({ url, config }) => {
        if (config?.['web-extract:playground']) this.pages.add(url);
      }),
    );
  }

  onModuleInit(): void {
    this.fastify()?.addHook('onRequest', ({ url, method, is404 }, reply, next) => {
      const location = is404 && /^(?:GET|HEAD)$/.test(method) ? locationWithoutSlash(url) : null;
      if (location === null || !this.pages.has(withoutQuery(url).slice(0, -1))) return next();
      return reply.code(308).header('location', location).send();
    });
  }

  private fastify(): FastifyApp | undefined {
    const { httpAdapter } = this.host;
    return httpAdapter?.getType?.() === 'fastify' ? httpAdapter.getInstance<FastifyApp>() : undefined;
  }
}
