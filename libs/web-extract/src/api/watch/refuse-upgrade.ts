import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { toErrorReply } from '../errors/error-reply.js';

/** Time for the refusal to be taken. */
const GOODBYE_MS = 5_000;

/** Answers an upgrade as any other request that is refused, and ends the connection. */
export function refuseUpgrade(socket: Duplex, error: unknown): void {
  const { status, body, retryAfterSeconds } = toErrorReply(error);
  const text = JSON.stringify(body);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    '',
    text,
  ];
  const timer = setTimeout(() => socket.destroy(), GOODBYE_MS);
  socket.once('close', () => clearTimeout(timer));
  socket.once('finish', () => socket.destroy());
  socket.end(lines.join('\r\n'));
}
