import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { RefusedSockets } from './refused-sockets.js';

describe('RefusedSockets', () => {
  const sockets = () => Array.from({ length: 4 }, () => new PassThrough());

  it('ends the oldest where there are too many', () => {
    const refused = new RefusedSockets(2);
    const [a, b, c] = sockets();
    for (const socket of [a!, b!, c!]) refused.add(socket);
    expect([a, b, c].map((socket) => socket!.destroyed)).toEqual([true, false, false]);
  });

  it('forgets those that have gone', async () => {
    const refused = new RefusedSockets(2);
    const [a, b, c, d] = sockets();
    for (const socket of [a!, b!]) refused.add(socket);
    a!.destroy();
    await once(a!, 'close');
    refused.add(c!);
    expect(b!.destroyed).toBe(false);
    refused.add(d!);
    expect([b!.destroyed, c!.destroyed]).toEqual([true, false]);
  });
});
