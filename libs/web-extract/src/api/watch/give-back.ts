import type { EventEmitter } from 'node:events';
import type { TLSSocket } from 'node:tls';
import type { Upgrade } from './upgrade-door.js';

/**
 * Gives a request back to its server, without its wish for another protocol: that may always be passed over.
 *
 * Some clients send one with every request, such as Java's for HTTP/2.
 * @see RFC 9110, section 7.8
 */
export function giveBack(server: EventEmitter, { request, socket, head }: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`, ...linesOf(rawHeaders), '', ''];
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
