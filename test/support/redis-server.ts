import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisProgram } from '../setup/redis.js';

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
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
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
    const child = spawn(redisProgram, args, { stdio: ['ignore', 'pipe', 'inherit'] });
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
 * Below the ports that systems give to connections: while the server is away, a client that tries to reach it may be given its port,
 * and speaks to itself.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false, // somebody listens there
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
