import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { redisError, type RedisConnection } from './redis-connection.js';

type Argument = string | number | Buffer;

/** What Redis answers to writes when it has no room in memory, or on its disk. */
const NO_ROOM = /\b(OOM|MISCONF)\b/;
const TELL_AGAIN_MS = 60_000;

/** Arguments of a script as they are sent. */
export type ScriptArguments = readonly Argument[];

/**
 * Runs Lua in Redis, sent once and then named by its hash. Counts what goes to Redis and back.
 * Fails with UnavailableError where Redis is away, full, or cannot serve now.
 */
export class RedisScripts {
  /** Commands sent so far, each of which one answer was awaited for. */
  roundTrips = 0;
  private readonly hashes = new Map<string, string>();
  private readonly logger = new Logger('WebExtract');
  private tellFrom = -Infinity;

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
      this.tellNoRoom(error);
      throw redisError(error);
    }
  }

  /** Crawls stand still and try again: whoever looks after Redis must learn of it. */
  private tellNoRoom(error: unknown): void {
    const isToTell = error instanceof Error && NO_ROOM.test(error.message);
    if (!isToTell || performance.now() < this.tellFrom) return;
    this.tellFrom = performance.now() + TELL_AGAIN_MS;
    this.logger.error(
      `Redis takes nothing more, crawls wait for room: ${error.message.split(' script: ')[0]}`,
    );
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
