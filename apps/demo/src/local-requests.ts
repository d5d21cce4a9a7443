import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostOf, isLoopback } from './loopback';

type Emit = (event: string | symbol, ...values: unknown[]) => boolean;

const BODY = JSON.stringify({
  success: false,
  error: 'Forbidden: without keys only programs on this machine and pages of this server are served',
  code: 'FORBIDDEN',
});

/**
 * Makes a server without keys refuse what pages of other sites send: their requests carry another origin, or a name of theirs that
 * resolves to this machine. Covers everything that the server answers, upgrades included.
 *
 * @param isOwnName names besides those of this machine's loopback addresses that requests may give as their Host
 */
export function serveLocalRequests(server: EventEmitter, isOwnName: (name: string) => boolean): void {
  const emit: Emit = server.emit.bind(server);
  server.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    if (!GUARDED.has(event) || isLocal(values[0] as IncomingMessage, isOwnName))
      return emit(event, ...values);
    if (event === 'upgrade' || event === 'connect') refuseSocket(values[1] as Duplex);
    else refuse(values[1] as ServerResponse);
    return true;
  };
}

const GUARDED: ReadonlySet<string | symbol> = new Set([
  'request',
  'upgrade',
  'connect',
  'checkContinue',
  'checkExpectation',
]);

/** True if the request was sent by a program on this machine or a page of this server. */
export function isLocal(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  isOwnName: (name: string) => boolean,
): boolean {
  const host = (headers.host ?? '').toLowerCase();
  const name = hostOf(host);
  if (name === null || (!isLoopback(name) && !isOwnName(name))) return false;
  const { origin } = headers;
  if (origin !== undefined && !isOriginOf(origin, host)) return false;
  const site = headers['sec-fetch-site'];
  // `none`: typed or bookmarked by the user; no page can cause it
  return (
    site === undefined ||
    site === 'same-origin' ||
    (site === 'none' && (method === 'GET' || method === 'HEAD'))
  );
}

/** A proxy in front of the server may speak TLS. */
const isOriginOf = (origin: string, host: string): boolean =>
  [`http://${host}`, `https://${host}`].includes(origin.toLowerCase());

function refuse(response: ServerResponse): void {
  response
    .writeHead(403, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
    .end(BODY);
}

function refuseSocket(socket: Duplex): void {
  socket.on('error', () => {}); // clients may close first
  socket.end(
    `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(BODY)}\r\nConnection: close\r\n\r\n${BODY}`,
    () => socket.destroy(),
  );
}
