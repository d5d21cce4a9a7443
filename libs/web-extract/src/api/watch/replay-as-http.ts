import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Upgrade } from './upgrade.js';
import { isAnswering, whenAnswered } from './when-answered.js';

/** Listeners that a server adds for each connection that it is given, and does not remove at an upgrade. */
const LEFT_BEHIND = ['timeout', 'pause', 'resume'];

/**
 * Gives a request back to its server without its `Upgrade` header, which a server may ignore, once the requests before it are answered.
 *
 * Some clients send one with every request, such as Java's for HTTP/2.
 * @see RFC 9110, section 7.8
 */
export function replayAsHttp(server: EventEmitter, upgrade: Upgrade): void {
  const { socket } = upgrade;
  if (!isAnswering(socket)) return giveBackNow(server, upgrade);
  void whenAnswered(socket).then((isOpen) => {
    if (!isOpen) return;
    (socket as Socket).setTimeout((server as { timeout?: number }).timeout ?? 0); // an idle connection has another one
    giveBackNow(server, upgrade);
  });
}

function giveBackNow(server: EventEmitter, { request, socket, head }: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...linesOf(rawHeaders), '', ''];
  for (const event of LEFT_BEHIND) socket.removeAllListeners(event);
  socket.unshift(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), head]));
  server.emit((socket as TLSSocket).encrypted ? 'secureConnection' : 'connection', socket);
}

function linesOf(rawHeaders: readonly string[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const value = /^connection$/i.test(name) ? withoutUpgrade(rawHeaders[at + 1]!) : rawHeaders[at + 1]!;
    if (!/^upgrade$/i.test(name) && value !== '') lines.push(`${name}: ${value}`);
  }
  return lines;
}

function withoutUpgrade(connection: string): string {
  const options = connection.split(',').map((option) => option.trim());
  return options.filter((option) => option.toLowerCase() !== 'upgrade').join(', ');
}
