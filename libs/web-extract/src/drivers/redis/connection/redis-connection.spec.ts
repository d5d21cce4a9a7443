import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { describeWithRedis } from '../../../../../../test/setup/redis.js';
import { until } from '../../../../../../test/support/crawls.js';
import { heard } from '../../../../../../test/support/heard.js';
import { TcpProxy } from '../../../../../../test/support/tcp-proxy.js';
import { RedisServer } from '../../../../../../test/support/redis-server.js';
import { UnavailableError } from '../../../model/errors.js';
import { RedisConnection } from './redis-connection.js';
import { redisError } from './redis-error.js';
import { MOST_VALUE_BYTES } from './reply-limiter.js';

/** Five seconds by the clock of a machine that has nothing else to do. */
const SOON_MS = 20_000;

/** Time until a command fails, and its error. */
async function failureOf(command: Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const before = Date.now();
  const error = await command.then(
    () => null,
    (reason: unknown) => redisError(reason),
  );
  return { error, tookMs: Date.now() - before };
}

describeWithRedis('RedisConnection', () => {
  let server: RedisServer;
  let said: string[];
  beforeEach(async () => {
    server = await RedisServer.start();
    said = [];
    jest.spyOn(Logger.prototype, 'error').mockImplementation((text) => said.push(String(text)) as never);
    jest.spyOn(Logger.prototype, 'log').mockImplementation((text) => said.push(String(text)) as never);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await server.remove();
  });

  it.each(['an address', 'options', 'a client of the host that waits for ever'])(
    'fails commands soon while Redis is away, and goes on when it is back: by %s',
    async (how) => {
      const { port } = new URL(server.url);
      const client = new Redis(server.url, { maxRetriesPerRequest: null });
      const connection = new RedisConnection(
        how === 'an address' ? { url: server.url } : how === 'options' ? { port: Number(port) } : client,
      );
      try {
        await connection.client.set('name', 'value');
        const origin = how.startsWith('a client') ? client : connection.client;
        const isAway = heard(origin, 'close').then(() => heard(origin, 'error'));
        await server.kill();
        await isAway;
        for (const command of [connection.client.get('name'), connection.client.set('name', 'later')]) {
          const { error, tookMs } = await failureOf(command);
          expect(error).toBeInstanceOf(UnavailableError);
          expect(tookMs).toBeLessThan(SOON_MS);
        }
        expect(await connection.isReady()).toBe(false);
        const isBack = heard(origin, 'ready');
        await server.start();
        await isBack;
        expect(await connection.client.get('name')).toBe('value');
        expect(said).toEqual([expect.stringContaining('Redis is out of reach'), 'Redis is back']);
      } finally {
        await connection.close();
        client.disconnect();
      }
    },
  );

  it('fails commands soon when Redis is there and does not answer', async () => {
    const connection = new RedisConnection({ url: server.url });
    await connection.client.ping();
    server.freeze();
    const { error, tookMs } = await failureOf(connection.client.ping());
    await until(() => said.length > 0);
    server.thaw();
    expect(said).toEqual(['Redis is out of reach, crawls wait for it: it does not answer']);
    await connection.close();
    expect(error).toBeInstanceOf(UnavailableError);
    expect(tookMs).toBeLessThan(SOON_MS);
  });

  it('does not send later what failed while Redis was loading', async () => {
    let isLoading = true;
    const sent: string[] = [];
    const loading = createServer((socket) => {
      socket.on('data', (data) => {
        const commands = String(data).split(/^\*/m).slice(1);
        sent.push(...commands);
        const info = `loading:${Number(isLoading)}\r\nloading_eta_seconds:1\r\n`;
        const answer = (command: string) =>
          /info/i.test(command) ? `$${info.length}\r\n${info}\r\n` : '+OK\r\n';
        socket.write(commands.map(answer).join(''));
      });
      socket.on('error', () => {}); // it closes
    }).listen(0, '127.0.0.1');
    await once(loading, 'listening');
    const connection = new RedisConnection({ port: (loading.address() as AddressInfo).port });
    const { error } = await failureOf(connection.client.set('name', 'too late'));
    expect(error).toBeInstanceOf(UnavailableError);
    isLoading = false;
    expect(await connection.client.set('name', 'in time')).toBe('OK');
    expect(sent.join()).toContain('in time');
    expect(sent.join()).not.toContain('too late');
    await connection.close();
    loading.close();
  });

  it('connects again within seconds when the network forgot its connections without a word', async () => {
    const proxy = await TcpProxy.start(Number(new URL(server.url).port));
    const connection = new RedisConnection({ url: `redis://127.0.0.1:${proxy.port}` });
    const direct = new Redis(server.url);
    const waiting = connection.duplicate();
    try {
      await connection.client.ping();
      await connection.subscriber().subscribe('news');
      const job = waiting.brpoplpush('jobs', 'active', 5);
      await sleep(50);
      proxy.forget();
      const before = Date.now();
      const message = heard(connection.subscriber(), 'message');
      await until(() => connection.isReady());
      expect(Date.now() - before).toBeLessThan(30_000);
      const waiters = async () => ((await direct.client('LIST')) as string).match(/ cmd=brpoplpush/g)?.length;
      await until(async () => (await waiters()) === 2);
      await direct.lpush('jobs', 'next', 'lost'); // `lost` goes to the connection that is no longer read
      expect(await job).toBe('next');
      await until(async () => (await direct.publish('news', 'it is back')) === 2);
      expect(await message).toEqual(['news', 'it is back']);
      expect(Date.now() - before).toBeLessThan(45_000);
    } finally {
      await connection.close();
      direct.disconnect();
      await proxy.close();
    }
  });

  it('finds the new primary when the one it is connected to became a replica', async () => {
    const other = await RedisServer.start();
    const [port, otherPort] = [server, other].map(({ url }) => Number(new URL(url).port));
    const proxy = await TcpProxy.start(port!);
    const connection = new RedisConnection({ url: `redis://127.0.0.1:${proxy.port}` });
    const waiting = connection.duplicate();
    try {
      await connection.client.set('name', 'value');
      await waiting.ping();
      await connection.client.replicaof('127.0.0.1', otherPort!);
      proxy.turnTo(otherPort!);
      for (const client of [connection.client, waiting]) {
        const { error } = await failureOf(client.set('name', 'later'));
        expect(error).toBeInstanceOf(UnavailableError);
        await until(async () => (await client.set('name', 'later').catch(() => '')) === 'OK');
      }
    } finally {
      await connection.close();
      await proxy.close();
      await other.remove();
    }
  });

  it('fails commands whose reply exceeds the bound, and no others, also after a reconnection', async () => {
    const connection = new RedisConnection({ url: server.url });
    const { client } = connection;
    try {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await client.setrange('large', MOST_VALUE_BYTES, 'x');
        await client.set('small', 'value');
        const [large, small] = await Promise.allSettled([client.get('large'), client.get('small')]);
        expect(large).toMatchObject({ reason: { name: 'ReplyError' } });
        expect(redisError((large as PromiseRejectedResult).reason)).toBeInstanceOf(UnavailableError);
        expect(small).toEqual({ status: 'fulfilled', value: 'value' });
        // an error among rows would be taken for one of them
        await expect(client.mget('small', 'large')).rejects.toThrow('too large to be read');
        await expect(client.eval("return {'a', {redis.call('get', 'large')}}", 0)).rejects.toThrow(
          'too large',
        );
        await expect(client.multi().get('small').get('large').exec()).rejects.toThrow('too large');
        const results = await client.pipeline().get('small').mget('large').exec();
        expect(results).toEqual([
          [null, 'value'],
          [expect.any(Error), undefined],
        ]);
        client.disconnect(true);
        await heard(client, 'ready');
      }
    } finally {
      await connection.close();
    }
  });

  it('keeps passwords out of its errors', async () => {
    const connection = new RedisConnection({ url: server.url.replace('//', '//someone:my-secret@') });
    const { error } = await failureOf(connection.client.ping());
    await connection.close();
    expect(error).toBeInstanceOf(UnavailableError);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('my-secret');
    expect(said.join()).not.toContain('my-secret');
  });

  it('goes on with its subscriptions after an outage', async () => {
    const connection = new RedisConnection({ url: server.url });
    await connection.subscriber().subscribe('news');
    await server.kill();
    await server.start();
    const message = heard(connection.subscriber(), 'message');
    while ((await connection.client.publish('news', 'it is back').catch(() => 0)) === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(await message).toEqual(['news', 'it is back']);
    await connection.close();
  });

  it('may be closed before it has subscribed again', async () => {
    let subscriptions = 0;
    const sockets: Socket[] = [];
    const forgetful = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', (data) => {
        for (const command of String(data).split(/^\*/m).slice(1)) {
          if (!/subscribe/i.test(command)) socket.write('+OK\r\n');
          else if (subscriptions++ === 0) socket.write('*3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n');
        }
      });
      socket.on('error', () => {}); // it closes
    }).listen(0, '127.0.0.1');
    await once(forgetful, 'listening');
    const connection = new RedisConnection({ port: (forgetful.address() as AddressInfo).port });
    const subscriber = connection.subscriber();
    await subscriber.subscribe('news');
    for (const socket of sockets) socket.destroy();
    await until(() => subscriptions === 2);
    await connection.close();
    await until(() => subscriber.status === 'end');
    await new Promise((told) => setImmediate(told)); // an unhandled rejection fails a test and ends a process
    expect(subscriptions).toBe(2);
    for (const socket of sockets) socket.destroy();
    forgetful.close();
  });

  it('leaves a client of the host open, without a trace on it', async () => {
    const client = new Redis(server.url);
    const listeners = client.listenerCount('error');
    const connection = new RedisConnection(client);
    await connection.client.ping();
    await connection.close();
    expect(await client.ping()).toBe('PONG');
    expect(client.listenerCount('error')).toBe(listeners);
    client.disconnect();
  });
});
