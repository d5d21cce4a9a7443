import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { BackpressureWriter } from './backpressure-writer.js';

describe('BackpressureWriter', () => {
  let http: Server;
  let client: WebSocket;
  let ours: WebSocket;

  beforeEach(async () => {
    http = createServer();
    const server = new WebSocketServer({ server: http });
    await once(http.listen(0, '127.0.0.1'), 'listening');
    client = new WebSocket(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`);
    [[ours]] = (await Promise.all([once(server, 'connection'), once(client, 'open')])) as [
      [WebSocket],
      unknown,
    ];
  });
  afterEach(() => {
    client.terminate();
    http.closeAllConnections();
    http.close();
  });

  it('sends a message in pieces that arrive as one, in the order of calls', async () => {
    const heard: string[] = [];
    client.on('message', (data) => heard.push(String(data)));
    const line = new BackpressureWriter(ours);
    const long = 'é'.repeat(200_000);
    await line.send([Buffer.from('a'), Buffer.from(long), Buffer.from('z')]);
    await line.send([Buffer.from('short')]);
    while (heard.length < 2) await once(client, 'message');
    expect(heard[0] === `a${long}z`).toBe(true);
    expect(heard[1]).toBe('short');
  });

  it('asks for no more than what is taken', async () => {
    client.pause();
    const piece = Buffer.alloc(1024 * 1024, 'x');
    let asked = 0;
    async function* endless() {
      for (; ; asked++) yield piece;
    }
    const line = new BackpressureWriter(ours);
    const sending = line.send(endless());
    for (let before = -1; before !== asked || asked === 0;) {
      before = asked;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    expect(ours.bufferedAmount).toBeLessThanOrEqual(65_536 + 14);
    expect(line.isWithinMessage).toBe(true);
    ours.terminate();
    await expect(sending).rejects.toThrow();
  });
});
