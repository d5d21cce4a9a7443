import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisProgram } from '../setup/redis.js';

/** Ports and bus ports stay below 32,768, where the ports begin that Linux gives to connections. */
const LOWEST_PORT = 12_000;
const PORTS = 10_000;
/** How often another port is tried when another process takes the chosen one first. */
const START_ATTEMPTS = 5;
/** A node of a Cluster also listens there, so many ports above its own. */
const CLUSTER_BUS_OFFSET = 10_000;

/** A Redis of one spec, that may be killed, frozen and started again on the same port; what it acknowledged is on disk. */
export class RedisServer {
  private readonly folder = mkdtempSync(join(tmpdir(), 'web-extract-redis-'));
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly options: Readonly<Record<string, string>>,
  ) {}

  /** @param options settings of redis-server besides, by name */
  static async start(options: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
    for (let attempt = 1; ; attempt++) {
      const server = new RedisServer(await freePort(), options);
      try {
        await server.start();
        return server;
      } catch (error) {
        await server.remove();
        if (attempt === START_ATTEMPTS || !String(error).includes('Address already in use')) throw error;
      }
    }
  }

  /** Starts several. If one fails, none is left running. */
  static async startAll(count: number, options?: Readonly<Record<string, string>>): Promise<RedisServer[]> {
    const results = await Promise.allSettled(Array.from({ length: count }, () => RedisServer.start(options)));
    const servers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const failure = results.find((result) => result.status === 'rejected');
    if (!failure) return servers;
    await Promise.all(servers.map((server) => server.remove()));
    throw failure.reason;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const settings = {
      port: `${this.port}`,
      bind: '127.0.0.1',
      dir: this.folder,
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
      ...this.options,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn(redisProgram, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    let log = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      log += chunk;
      if (log.includes('Ready to accept connections')) return void child.stdout.resume();
    }
    throw new Error(`redis-server did not start:\n${log}`);
  }

  /** As a power cut of the machine that runs it, but for the page cache. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child && child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
    this.child = undefined;
  }

  /** It keeps its connections and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Ends it and removes its files. */
  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Below the ports that systems give to connections: otherwise a client that connects while the server is down may be given the port of
 * the server, and connects to itself.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, LOWEST_PORT + PORTS);
    if ((await isFree(port)) && (await isFree(port + CLUSTER_BUS_OFFSET))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false, // somebody listens there
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}
