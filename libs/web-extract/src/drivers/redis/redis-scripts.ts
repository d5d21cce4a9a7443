import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { luaSource } from './lua-source.js';
import type { RedisLink } from './connection/redis-link.js';

type Argument = string | number | Buffer;

/** Encoded arguments of a script. */
export type ScriptArguments = readonly Argument[];

/** Sent as a whole where Redis does not know its hash. */
interface Script {
  readonly lua: string;
  readonly hash: string;
}

/** The files of `lua/` that were read, by their names. */
const SCRIPTS = new Map<string, Script>();

/**
 * Runs the scripts of `lua/`, sent once and then named by their hash. Counts what goes to Redis and back.
 * Fails with UnavailableError where Redis is away, full, or refuses.
 */
export class RedisScripts {
  /** Number of commands sent with one awaited reply each. */
  roundTrips = 0;

  /** @param prefix begins every key */
  constructor(
    private readonly connection: RedisLink,
    readonly prefix: string,
  ) {}

  /** @param name its path in `lua/`, without `.lua` */
  run(name: string, keys: readonly string[], args: ScriptArguments): Promise<unknown> {
    return this.evaluate(name, [keys.length, ...keys, ...args], (client, ...command) =>
      client.call(...command),
    );
  }

  /** Like `run`, for answers that hold bytes. */
  runBytes(name: string, keys: readonly string[], args: ScriptArguments): Promise<unknown> {
    return this.evaluate(name, [keys.length, ...keys, ...args], (client, ...command) =>
      client.callBuffer(...command),
    );
  }

  /** @param crawlId which crawl the script of `lua/crawl` is about; '' for all of them */
  runOf(crawlId: string, name: string, args: ScriptArguments): Promise<unknown> {
    return this.run(`crawl/${name}`, this.keysOf(crawlId), args);
  }

  /** Like `runOf`, for answers that hold bytes. */
  runForBytes(crawlId: string, name: string, args: ScriptArguments): Promise<unknown> {
    const keys = this.keysOf(crawlId);
    return this.evaluate(`crawl/${name}`, [keys.length, ...keys, ...args], (client, ...command) =>
      client.callBuffer(...command),
    );
  }

  /** Runs one plain Redis command. */
  async send<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    this.roundTrips++;
    try {
      return await command(this.connection.client);
    } catch (error) {
      throw this.connection.explain(error);
    }
  }

  private evaluate(name: string, rest: Argument[], call: Call): Promise<unknown> {
    const { lua, hash } = this.scriptOf(name);
    return this.send(async (client) => {
      try {
        return await call(client, 'evalsha', hash, ...rest);
      } catch (error) {
        if (!isUnknownScript(error)) throw error;
        this.roundTrips++;
        return call(client, 'eval', lua, ...rest);
      }
    });
  }

  /** The crawl, and what keys of all crawls begin with. */
  private keysOf(crawlId: string): string[] {
    return [`${this.prefix}{${crawlId}}`, this.prefix];
  }

  private scriptOf(name: string): Script {
    const known = SCRIPTS.get(name);
    if (known) return known;
    const lua = luaSource(name);
    const script = { lua, hash: createHash('sha1').update(lua).digest('hex') };
    SCRIPTS.set(name, script);
    return script;
  }
}

type Call = (client: Redis, ...command: [name: string, ...Argument[]]) => Promise<unknown>;

/** Redis was restarted, or never saw the script. */
const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');
