import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { NotFoundError } from '../model/errors.js';
import { ResolvedOptions } from '../model/options.js';
import { ApiKeyGuard, type IncomingRequest } from './api-key.guard.js';
import { sendError, type ReplyPort } from './error.filter.js';
import { HealthController, HealthV0Controller } from './health.controller.js';
import { OwnRoutes } from './own-routes.js';

/** The controllers of one registration of the module. Also an injection token. */
export abstract class MountedControllers {
  abstract readonly list: readonly Type<unknown>[];
}

type Next = (error?: unknown) => void;
type ExpressRequest = IncomingRequest & { readonly path: string; readonly method: string };
interface ExpressApp {
  readonly router: { readonly stack: readonly { readonly route?: { readonly path: unknown } }[] };
  use(...handlers: unknown[]): void;
  all(path: string, handler: unknown): void;
}
interface FastifyRoute {
  readonly url: string;
  readonly method: string | readonly string[];
  errorHandler?: (error: unknown, request: IncomingRequest, reply: ReplyPort) => unknown;
}
interface FastifyApp {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): void;
  route(options: { method: string[]; url: string; handler: unknown }): void;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Answers what happens on our paths outside of our controllers: a body that is too large or no JSON, a wrong method.
 * Touches no path of the host. The key is checked first, so that 401 wins.
 */
@Injectable()
export class Mount implements OnModuleInit {
  private readonly routes: OwnRoutes;
  private readonly open: OwnRoutes;
  private readonly methods = new Map<string, Set<string>>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly guard: ApiKeyGuard,
    private readonly options: ResolvedOptions,
    controllers: MountedControllers,
  ) {
    this.routes = new OwnRoutes(controllers.list);
    this.open = new OwnRoutes(controllers.list.filter(isOpen));
    // Fastify reads a route's error handler while the route is added, which is before any hook of a module.
    host.init$.subscribe(() => this.watchFastifyRoutes());
  }

  onModuleInit(): void {
    const platform = this.platform();
    if (platform === 'express') this.mountOnExpress(this.host.httpAdapter.getInstance<ExpressApp>());
    if (platform === 'fastify') this.mountOnFastify(this.host.httpAdapter.getInstance<FastifyApp>());
  }

  private platform(): string | undefined {
    return this.host.httpAdapter?.getType?.();
  }

  private mountOnExpress(app: ExpressApp): void {
    for (const { route } of app.router.stack) if (typeof route?.path === 'string') this.add(route.path);
    const refuse = (request: ExpressRequest, reply: ReplyPort, next: Next) =>
      request.method === 'OPTIONS' ? next() : this.answer(new NotFoundError(), request, request.path, reply);
    for (const path of this.routes.paths) app.all(path, refuse);
    for (const root of this.ownedRoots()) {
      app.use(root, (request: ExpressRequest, reply: ReplyPort) =>
        this.answer(new NotFoundError(), request, root, reply),
      );
    }
    app.use((error: unknown, request: ExpressRequest, reply: ReplyPort, next: Next) =>
      this.isOurs(request.path) ? this.answer(error, request, request.path, reply) : next(error),
    );
  }

  private watchFastifyRoutes(): void {
    if (this.platform() !== 'fastify') return;
    this.host.httpAdapter.getInstance<FastifyApp>().addHook('onRoute', (route) => {
      if (!this.add(route.url)) return;
      const methods = this.methods.get(route.url) ?? new Set();
      for (const method of [route.method].flat()) methods.add(method);
      this.methods.set(route.url, methods);
      route.errorHandler = (error, request, reply) => this.answer(error, request, route.url, reply);
    });
  }

  private mountOnFastify(app: FastifyApp): void {
    const refuse = (url: string) => (request: IncomingRequest, reply: ReplyPort) =>
      this.answer(new NotFoundError(), request, url, reply);
    for (const [url, known] of [...this.methods]) {
      app.route({ method: METHODS.filter((method) => !known.has(method)), url, handler: refuse(url) });
    }
    for (const root of this.ownedRoots())
      app.route({ method: METHODS, url: `${root}/*`, handler: refuse(root) });
  }

  private add(path: string): boolean {
    this.open.add(path);
    return this.routes.add(path);
  }

  private isOurs(path: string): boolean {
    return this.routes.includes(path) || this.ownedRoots().some((root) => path.startsWith(`${root}/`));
  }

  private ownedRoots(): string[] {
    if (!this.options.ownsMount) return [];
    return [...this.routes.mounts].flatMap((mount) => [`${mount}/v0`, `${mount}/v1`]);
  }

  private async answer(
    error: unknown,
    request: IncomingRequest,
    path: string,
    reply: ReplyPort,
  ): Promise<void> {
    try {
      if (!this.open.includes(path)) await this.guard.admit(request);
      sendError(error, reply);
    } catch (refusal) {
      sendError(refusal, reply);
    }
  }
}

/** Health answers without a key. */
function isOpen(controller: Type<unknown>): boolean {
  return [HealthController, HealthV0Controller].some((open) => controller.prototype instanceof open);
}
