import type { Type } from '@nestjs/common';
import type { BodyKind } from '../gate/body-kind.js';
import { handlersOf, PATH, withMetadataOf, type Handler } from './route-handlers.js';

/** Metadata key of Nest's Fastify adapter. */
const FASTIFY_CONFIG = '__fastify_route_config__';
const MARK = 'web-extract:route';

/** Metadata attached to a route, which identifies it in the platform's router. */
export interface RouteMetadata {
  /** Path of the route without the host's global prefix. */
  readonly path: string;
  /** The part of `path` before the version. */
  readonly base: string;
  /** Answers without a key. */
  readonly isOpen: boolean;
  readonly body: BodyKind;
  /** Failures are answered as text, and the client of a GET request is watched: it waits for a page. */
  readonly isText?: boolean;
}

/**
 * Gives `controller` handlers of its own with a mark: inherited handlers are shared with other registrations. Nest
 * copies the metadata of a handler to the Express handler, and the route config to Fastify.
 */
export function markRoutes(controller: Type<object>, place: Omit<RouteMetadata, 'path'>): RouteMetadata[] {
  const root = Reflect.getMetadata(PATH, controller) as string;
  return [...handlersOf(controller.prototype as object)].map(([name, handler]) => {
    const path = joinPath(root, Reflect.getMetadata(PATH, handler) as string);
    const mark: RouteMetadata = { ...place, path };
    const value = copyHandler(handler);
    Reflect.defineMetadata(MARK, mark, value);
    Reflect.defineMetadata(FASTIFY_CONFIG, { [MARK]: mark }, value);
    Object.defineProperty(controller.prototype, name, { value, writable: true, configurable: true });
    return mark;
  });
}

/** The mark on what Express calls, if it is one of our routes. */
export function markOfHandler(handler: unknown): RouteMetadata | undefined {
  if (typeof handler !== 'function') return undefined;
  return Reflect.getMetadata(MARK, handler) as RouteMetadata | undefined;
}

/** The mark in what Fastify keeps as the config of a route, if it is one of ours. */
export function markOfConfig(config: unknown): RouteMetadata | undefined {
  return (config as Record<string, RouteMetadata> | null | undefined)?.[MARK];
}

/** Joins path segments: `a` and `/b/` become `/a/b`. */
export function joinPath(...parts: readonly string[]): string {
  const segments = parts.flatMap((part) => part.split('/')).filter(Boolean);
  return `/${segments.join('/')}`;
}

function copyHandler(handler: Handler): Handler {
  return withMetadataOf(handler, function (this: unknown, ...args: unknown[]): unknown {
    return handler.apply(this, args);
  });
}
