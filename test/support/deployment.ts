import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { LimitOptions, Role, WebExtractOptions } from 'nestjs-web-extract';
import { ask, type Answer } from './ask.js';
import { NodeProcess } from './run-node.js';

const HOST = join(process.cwd(), 'test/support/redis-host.mjs');

export const KEY = 'key-of-the-tests';

/** One process of a deployment. */
export interface Host {
  readonly process: NodeProcess;
  readonly url: string;
  ask(path: string): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Processes that share a Redis or a PostgreSQL. Built code runs in them. */
export class Deployment {
  private readonly prefix = `test-${randomUUID()}`;
  /** Those too that never became ready. */
  private readonly processes: NodeProcess[] = [];

  constructor(
    private readonly redis: string,
    private readonly options: WebExtractOptions,
    /** Of processes that are started from now on. */
    public queue: 'bull' | 'bullmq' | 'postgres' = 'bull',
  ) {}

  /** Schema of its tables in PostgreSQL. */
  get schema(): string {
    return this.prefix.replaceAll('-', '_');
  }

  readonly start = async (
    role: Role,
    limits: LimitOptions = {},
    own: WebExtractOptions = {},
  ): Promise<Host> => {
    const { redis, prefix, queue } = this;
    const bounds = { ...this.options.limits, ...limits };
    const options = { auth: { keys: [KEY] }, ...this.options, ...own, limits: bounds };
    const lockMs = options.limits.leaseMs;
    const process = new NodeProcess([HOST, JSON.stringify({ redis, role, prefix, options, lockMs, queue })]);
    this.processes.push(process);
    const [, url = ''] = await process.until(/ready (\S+)/);
    const headers = { authorization: `Bearer ${KEY}` };
    return {
      process,
      url,
      ask: (path: string) => ask(url + path, { method: 'GET', headers }),
      delete: (path: string) => ask(url + path, { method: 'DELETE', headers }),
      post: (path: string, body: unknown, more = {}) =>
        ask(url + path, { body, headers: { ...headers, ...more } }),
    };
  };

  async close(): Promise<void> {
    await Promise.all(this.processes.splice(0).map((process) => process.dispose()));
  }
}
