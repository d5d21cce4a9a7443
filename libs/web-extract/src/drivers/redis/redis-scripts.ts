import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { RedisConnection } from './redis-connection.js';

type Argument = string | number | Buffer;

/** Arguments of a script as they are sent. */
export type ScriptArguments = readonly Argument[];

/**
 * Runs Lua in Redis, sent once and then named by its hash. Counts what goes to Redis and back.
 * Fails with UnavailableError where Redis is away, full, or refuses.
 */
export class RedisScripts {
  /** Commands sent so far, each of which one answer was awaited for. */
  roundTrips = 0;
  private readonly hashes = new Map<string, string>();

  /** @param prefix begins every key */
  constructor(
    private readonly connection: RedisConnection,
    readonly prefix: string,
  ) {}

  /** @param crawlId which crawl the script is about; '' for all of them */
  run(lua: string, crawlId: string, args: ScriptArguments): Promise<unknown> {
    return this.evaluate(lua, [...this.keysOf(crawlId), ...args], (client, ...command) =>
      client.call(...command),
    );
  }

  /** Like `run`, for answers that hold bytes. */
  runForBytes(lua: string, crawlId: string, args: ScriptArguments): Promise<unknown> {
    return this.evaluate(lua, [...this.keysOf(crawlId), ...args], (client, ...command) =>
      client.callBuffer(...command),
    );
  }

  /** One command of Redis itself. */
  async send<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    this.roundTrips++;
    try {
      return await command(this.connection.client);
    } catch (error) {
      throw this.connection.explain(error);
    }
  }

  private evaluate(lua: string, rest: Argument[], call: Call): Promise<unknown> {
    return this.send(async (client) => {
      try {
        return await call(client, 'evalsha', this.hashOf(lua), ...rest);
      } catch (error) {
        if (!isUnknownScript(error)) throw error;
        this.roundTrips++;
        return call(client, 'eval', lua, ...rest);
      }
    });
  }

  /** How many they are, the crawl, and what keys of all crawls begin with. */
  private keysOf(crawlId: string): Argument[] {
    return [2, `${this.prefix}{${crawlId}}`, this.prefix];
  }

  private hashOf(lua: string): string {
    const known = this.hashes.get(lua) ?? createHash('sha1').update(lua).digest('hex');
    this.hashes.set(lua, known);
    return known;
  }
}

type Call = (client: Redis, ...command: [name: string, ...Argument[]]) => Promise<unknown>;

/** Redis was restarted, or never saw the script. */
const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');
