import type { IncomingMessage } from 'node:http';
import type { IncomingRequest } from '../gate/api-key.guard.js';
import type { RouteRegistry } from '../mounting/route-registry.js';
import { withoutQuery, withoutSlashes } from '../../model/cut-text.js';

/** Which version a job is watched in, by the route that it is read at. */
const WATCHED: Readonly<Record<string, 'v1' | 'v2'>> = {
  '/v1/crawl/:id': 'v1',
  '/v1/batch/scrape/:id': 'v1',
  '/v2/crawl/:id': 'v2',
  '/v2/batch/scrape/:id': 'v2',
};

/** A request to watch a job. */
export interface WatchRequest {
  readonly version: 'v1' | 'v2';
  readonly id: string;
  /** The request as the guard reads it. */
  readonly asked: IncomingRequest;
  readonly hasKey: boolean;
}

/** Parses an upgrade request; null if it is not one to watch a job. */
export function parseWatchRequest(request: IncomingMessage, routes: RouteRegistry): WatchRequest | null {
  const path = withoutSlashes(withoutQuery(request.url ?? ''));
  const version = WATCHED[routes.routeAt(path) ?? ''];
  if (!version || request.method !== 'GET' || !isWebSocket(request)) return null;
  const authorization = request.headers.authorization ?? bearerOf(request);
  const headers = authorization === undefined ? {} : { authorization };
  return {
    version,
    id: path.slice(path.lastIndexOf('/') + 1),
    asked: { headers },
    hasKey: authorization !== undefined,
  };
}

const isWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

/** Browsers send no headers of their own: published clients send the key as the name of a protocol. */
function bearerOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['sec-websocket-protocol']?.split(',')[0]?.trim();
  return key ? `Bearer ${key}` : undefined;
}
