import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerHalfOpen } from './half-open.js';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('answerHalfOpen', () => {
  const server = createServer((_request, response) => server.emit('asked', response));
  const clients: Socket[] = [];

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterEach(() => clients.splice(0).forEach((client) => client.destroy()));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** A client that asks once. @returns it, and the answer that it waits for */
  async function ask(): Promise<[client: Socket, response: ServerResponse]> {
    const asked = once(server, 'asked') as Promise<[ServerResponse]>;
    const { port } = server.address() as AddressInfo;
    const client = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    clients.push(client);
    client.write(REQUEST);
    const [response] = await asked;
    return [client, response];
  }

  it('rests on what Node asks its servers', () => {
    expect(server).toHaveProperty('httpAllowHalfOpen', false);
  });

  it('has a client answered that ended its side, and then closes the connection', async () => {
    const [client, response] = await ask();
    const ended = new Promise<void>((resolve) => answerHalfOpen(response.socket!, () => true, resolve));
    const answer = text(client);
    client.end();
    await ended;
    response.end('Here at last');
    expect(await answer).toContain('Here at last');
    expect(server).toHaveProperty('httpAllowHalfOpen', false);
  });

  it('leaves a connection alone on which nothing is owed', async () => {
    const [client, response] = await ask();
    const onEnd = jest.fn();
    answerHalfOpen(response.socket!, () => false, onEnd);
    client.end();
    await once(response, 'close');
    expect([response.writableEnded, onEnd.mock.calls]).toEqual([false, []]);
  });

  it('leaves other connections alone', async () => {
    const [, ours] = await ask();
    answerHalfOpen(
      ours.socket!,
      () => true,
      () => undefined,
    );
    const [client, other] = await ask();
    client.end();
    await once(other, 'close');
    expect(other.writableEnded).toBe(false);
    ours.end();
  });
});
