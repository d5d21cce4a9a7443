import { Injectable, Logger, MethodNotAllowedException, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { InvalidUrlError, NotFoundError, NotSupportedError, RateLimitedError } from '../../model/errors.js';
import { ApiKeyGuard, type IncomingRequest } from '../gate/api-key.guard.js';
import {
  PreAuthBodyGuard,
  BodyStores,
  hasBody,
  rawOf,
  type GatedRequest,
  type GatedRoute,
} from '../gate/pre-auth-body-guard.js';
import { WaitingClients } from '../client/waiting-clients.js';
import { faultOfJson } from '../gate/bound-json.js';
import { discardBody } from '../gate/discard-body.js';
import { toErrorReply } from '../errors/error-reply.js';
import { sendError, sendErrorText, type ReplyPort } from '../errors/error.filter.js';
import { claimOn, refuseSharedRoutes, useBeforeParsers, type ExpressApp } from './express-app.js';
import { HEALTHY } from '../health.controller.js';
import { isOurReply, restoreReply } from './raw-reply.js';
import { RouteRegistry, withBareWildcard } from './route-registry.js';
import { rawReplyOf, type PlatformReply } from '../response-of.js';
import { joinPath, markOfConfig, markOfHandler } from './route-metadata.js';
import { sendPostJson } from './send-json.js';
import { logLine } from '../../services/events/log-line.js';
import { keepRequestId, requestIdOf } from '../request-id.js';
import { withoutQuery } from '../../model/cut-text.js';

const logger = new Logger('WebExtract');

/** Mount options of one module registration. Also an injection token. */
export abstract class MountSettings {
  /** Unknown paths below the versions are answered, too. */
  abstract readonly handleUnknownRoutes: boolean;
  /** Adds `/health` next to the versions, unless the host has that route. */
  abstract readonly hasHealth: boolean;
  /** Size limit of bodies that the platform does not parse. */
  abstract readonly maxBodyBytes: number;
  /** Sends the error for a rejected body. @default the JSON error body */
  readonly refuse?: (error: unknown, reply: ReplyPort) => void;
}

type Next = (error?: unknown) => void;
type ExpressRequest = GatedRequest & { readonly path: string };
interface FastifyRoute {
  readonly url: string;
  readonly method: string | readonly string[];
  readonly config?: unknown;
  onRequest?: FastifyHook | FastifyHook[];
  errorHandler?: (error: unknown, request: IncomingRequest, reply: FastifyReply) => unknown;
}
type FastifyRequest = GatedRequest & { readonly url: string; readonly is404: boolean };
type FastifyReply = ReplyPort & { removeHeader(name: string): unknown };
type FastifyHook = (request: FastifyRequest, reply: ReplyPort, next: Next) => void;
interface FastifyApp {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): void;
  addHook(name: 'onRequest' | 'preHandler', hook: FastifyHook): void;
  hasRoute(route: { readonly url: string; readonly method: string }): boolean;
  get(url: string, handler: unknown): void;
}

/**
 * Answers what happens on our paths outside of our controllers: a body that is too large or no JSON, a wrong method.
 * Touches no path of the host. The key is checked first, so that 401 wins.
 */
@Injectable()
export class Mount implements OnModuleInit {
  private readonly gate: PreAuthBodyGuard;
  private readonly clients = new WaitingClients();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly guard: ApiKeyGuard,
    private readonly settings: MountSettings,
    private readonly routes: RouteRegistry,
    private readonly stores: BodyStores,
  ) {
    this.gate = new PreAuthBodyGuard(guard, settings.maxBodyBytes, stores);
    // Fastify reads a route's error handler while the route is added, which is before any hook of a module.
    host.init$.subscribe(() => this.watchFastifyRoutes());
  }

  onModuleInit(): void {
    this.sendKeptReplies();
    const platform = this.platform();
    if (platform === 'express') this.mountOnExpress(this.host.httpAdapter.getInstance<ExpressApp>());
    if (platform === 'fastify') this.mountOnFastify(this.host.httpAdapter.getInstance<FastifyApp>());
  }

  /**
   * Replaces Nest's `reply`, which receives the result of all interceptors: the only later step shared by both
   * platforms.
   */
  private sendKeptReplies(): void {
    const { httpAdapter } = this.host;
    if (!httpAdapter) return; // no HTTP in this application
    const reply = httpAdapter.reply.bind(httpAdapter);
    httpAdapter.reply = (response: object, body: unknown, status?: number) => {
      const isOurs = isOurReply(response);
      const send = (value: unknown): unknown =>
        isOurs && sendPostJson(response, value, status) ? undefined : reply(response, value, status);
      const refuse = (error: unknown): unknown => {
        if (rawReplyOf(response as PlatformReply).destroyed) return undefined; // the client has left while the answer waited
        if (!(error instanceof RateLimitedError)) throw error;
        return sendError(error, response as ReplyPort);
      };
      try {
        const answer = restoreReply(response, body, this.stores.answers);
        return answer instanceof Promise ? answer.then(send).catch(refuse) : send(answer);
      } catch (error) {
        return refuse(error);
      }
    };
  }

  private platform(): string | undefined {
    return this.host.httpAdapter?.getType?.();
  }

  private mountOnExpress(app: ExpressApp): void {
    refuseSharedRoutes(app, (mark) => this.routes.has(mark));
    for (const { route } of app.router.stack) {
      if (typeof route?.path !== 'string') continue;
      this.routes.add(route.path, markOfHandler(route.stack[0]?.handle), Object.keys(route.methods));
    }
    for (const path of this.healthPaths()) app.get(path, sendHealth);
    useBeforeParsers(app, (request: ExpressRequest, reply: ReplyPort, next: Next) =>
      this.gateOnExpress(app, request, reply, next),
    );
    app.use((request: ExpressRequest, reply: ReplyPort, next: Next) =>
      this.isOurs(request.path) ? this.answerLack(request, request.path, reply) : next(),
    );
    app.use((error: unknown, request: ExpressRequest, reply: ReplyPort, next: Next) =>
      this.isOurs(request.path) ? this.answer(error, request, request.path, reply) : next(error),
    );
  }

  /** Express parses before it routes, so what will take the request is looked up ahead. The host's paths are left alone. */
  private gateOnExpress(app: ExpressApp, request: ExpressRequest, reply: ReplyPort, next: Next): unknown {
    const { path } = request;
    if (!this.isOurs(path)) return hasBody(request) ? next() : this.letReaderIn(request, path, reply, next);
    this.identify(request, path, reply);
    if (!hasBody(request)) return this.letReaderIn(request, path, reply, next);
    const claim = claimOn(app, request, (mark) => this.routes.has(mark));
    if (claim === 'ours') return this.letIn(request, path, reply, next);
    return claim === null && this.isOwned(path) ? this.answerLack(request, path, reply) : next();
  }

  /** Gives a request an id, which its response and the log have, and logs its end at debug. */
  private identify(request: GatedRequest, path: string, reply: ReplyPort): void {
    const id = requestIdOf(request.headers as Parameters<typeof requestIdOf>[0]);
    reply.header('X-Request-Id', id);
    keepRequestId(reply as unknown as PlatformReply, id);
    const startedAt = performance.now();
    const response = rawReplyOf(reply as unknown as PlatformReply);
    response.once('close', () => {
      const end = response.writableFinished ? `answered ${response.statusCode}` : 'left by its client';
      const ms = Math.round(performance.now() - startedAt);
      logger.debug(logLine(`${rawOf(request).method} ${path} ${end} after ${ms} ms [request ${id}]`));
    });
  }

  /** Requests of the reader have no body, and wait for a page all the same. */
  private letReaderIn(request: GatedRequest, path: string, reply: ReplyPort, next: Next): void {
    if (this.routes.isText(path)) this.watch(request, reply, this.routes.gated(path));
    next();
  }

  private async letIn(request: GatedRequest, path: string, reply: ReplyPort, next: Next): Promise<void> {
    const send = this.routes.isText(path) ? sendErrorText : (this.settings.refuse ?? sendError);
    const refuse = (error: unknown) => send(error, reply);
    const route = this.routes.gated(path);
    if (hasBody(request) || this.routes.isText(path)) this.watch(request, reply, route);
    const response = rawReplyOf(reply as unknown as PlatformReply);
    if (await this.gate.admit(request, route, { response, refuse })) next();
  }

  /**
   * Watches for a disconnect of the client, except for routes that read the body themselves, which do this on their
   * own.
   */
  private watch(request: GatedRequest, reply: ReplyPort, { body }: GatedRoute): void {
    if (body === 'kept') return;
    const response = rawReplyOf(reply as unknown as PlatformReply);
    request.webExtractClient = this.clients.watch(rawOf(request), response);
  }

  private watchFastifyRoutes(): void {
    if (this.platform() !== 'fastify') return;
    this.nameWildcardsForFastify();
    this.host.httpAdapter.getInstance<FastifyApp>().addHook('onRoute', (route) => {
      if (!this.routes.add(route.url, markOfConfig(route.config), [route.method].flat())) return;
      const gate: FastifyHook = (request, reply, next) => {
        this.identify(request, withoutQuery(request.url), reply);
        void this.letIn(request, route.url, reply, next);
      };
      const ours = route.method === 'DELETE' ? [forgetEmptyBody, gate] : [gate];
      route.onRequest = [...ours, ...[route.onRequest ?? []].flat()];
      route.errorHandler = (error, request, reply) => {
        reply.removeHeader('connection'); // Fastify closes it on who still sends, and so takes the answer away; we read off the rest
        return this.answer(error, request, route.url, reply);
      };
    });
  }

  /** Express wants wildcards named, Fastify has none with a name. */
  private nameWildcardsForFastify(): void {
    const { httpAdapter } = this.host;
    const get = httpAdapter.get.bind(httpAdapter) as (...route: unknown[]) => unknown;
    httpAdapter.get = (...[path, handler]: unknown[]) =>
      get(this.routes.has(markOfHandler(handler)) ? withBareWildcard(String(path)) : path, handler);
  }

  private mountOnFastify(app: FastifyApp): void {
    for (const url of this.healthPaths()) {
      if (!app.hasRoute({ url, method: 'GET' })) app.get(url, sendHealth);
    }
    const refuse: FastifyHook = (request, reply, next) => {
      const path = withoutQuery(request.url);
      if (!request.is404 || !this.isOurs(path)) return next();
      this.identify(request, path, reply);
      void this.answerLack(request, path, reply);
    };
    app.addHook('onRequest', refuse);
    app.addHook('preHandler', refuse); // the only hook of a handler that passes the request on to "not found"
  }

  private healthPaths(): string[] {
    return this.settings.hasHealth ? this.routes.mounts.map((mount) => joinPath(mount, 'health')) : [];
  }

  private isOurs(path: string): boolean {
    return this.routes.includes(path) || this.routes.adviceFor(path) !== undefined || this.isOwned(path);
  }

  private isOwned(path: string): boolean {
    return this.settings.handleUnknownRoutes && this.routes.isBelowRoot(path);
  }

  /** Responds to a request without a matching route. */
  private answerLack(request: IncomingRequest, path: string, reply: ReplyPort): Promise<void> {
    return this.answer(this.lackAt(path, reply), request, path, reply);
  }

  private lackAt(path: string, reply: ReplyPort): Error {
    const advice = this.routes.adviceFor(path);
    if (advice !== undefined) return new NotSupportedError(advice);
    const methods = this.routes.methodsAt(path);
    if (methods.length === 0) return new NotFoundError();
    reply.header('Allow', methods.join(', '));
    return new MethodNotAllowedException();
  }

  private async answer(
    error: unknown,
    request: IncomingRequest,
    path: string,
    reply: ReplyPort,
  ): Promise<void> {
    await discardBody(rawOf(request));
    const send = (cause: unknown) => sendAt(path, cause, reply);
    const sendText = (cause: unknown) => sendErrorText(textCause(cause), reply);
    const answer = this.routes.isText(path) ? sendText : send;
    try {
      if (!this.routes.gated(path).isOpen) await this.guard.admit(request);
      answer(faultOfJson(rawOf(request)) ?? error);
    } catch (refusal) {
      answer(refusal);
    }
  }
}

/** Elsewhere a path that cannot be decoded names nothing; here it is the address of a page. */
const textCause = (error: unknown): unknown =>
  error instanceof URIError ? new InvalidUrlError(UNDECODABLE, { cause: error }) : error;
const UNDECODABLE = 'has percent-escapes that are not UTF-8: use the form /r?url=<encoded address>';

const sendAt = (path: string, error: unknown, reply: ReplyPort): void =>
  sendError(error, reply, undefined, problemFields(path, error));

const RESEARCH = /\/v2\/search\/research(?:\/|$)/i;

/** Clients of the research endpoints print `title` and `detail`, as in RFC 9457. */
function problemFields(path: string, error: unknown): { readonly title?: string; readonly detail?: string } {
  if (!RESEARCH.test(path)) return {};
  const { code, error: detail } = toErrorReply(error).body;
  return { title: code, detail };
}

/** Published clients say "JSON" of the body of a DELETE that has none; to Fastify that is a malformed one. */
const forgetEmptyBody: FastifyHook = ({ headers }, _reply, next) => {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) delete (headers as Record<string, unknown>)['content-type'];
  next();
};

function sendHealth(_request: unknown, reply: ReplyPort): void {
  reply.status(200).send(HEALTHY);
}
