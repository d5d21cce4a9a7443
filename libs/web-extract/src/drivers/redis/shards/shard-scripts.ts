import type { Redis } from 'ioredis';
import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import { RedisScripts, type ScriptArguments } from '../redis-scripts.js';
import type { RedisShards } from './redis-shards.js';

/** Reads the reply of a group of shards. */
type ReadReply<T> = (reply: unknown, shards: readonly number[]) => Promise<readonly T[]> | readonly T[];

/** Answers of the shards within reach, and the error of the others. */
export interface ShardAnswers<T> {
  readonly answers: T[];
  readonly failure: UnavailableError | null;
}

/** Time after which a node that does not answer counts as out of reach. */
const STRAGGLER_MS = 2_000;

/** Refusals of scripts over several shards by a node of a Cluster: a slot has moved, or keys must be declared. */
const NOT_TOGETHER = /non local key|same slot|undeclared key/;
/** Duration of reading the shards of a Cluster one by one after such a refusal. */
const ONE_BY_ONE_MS = 10_000;

/** Runs scripts over all shards: one command for each node of a Cluster. */
export class ShardScripts {
  private oneByOneUntil = -Infinity;

  constructor(
    private readonly shards: RedisShards,
    private readonly stragglerMs = STRAGGLER_MS,
  ) {}

  /** @returns the answers of the shards that are within reach @throws UnavailableError if none is */
  async each<T>(name: string, args: ScriptArguments, read: ReadReply<T>): Promise<T[]> {
    return (await this.ask(name, args, read)).answers;
  }

  /** @throws UnavailableError unless all shards are within reach */
  async all<T>(name: string, args: ScriptArguments, read: ReadReply<T>): Promise<T[]> {
    const { answers, failure } = await this.gather(name, args, read, Infinity);
    if (failure) throw failure;
    return answers;
  }

  /** @throws UnavailableError if no shard is within reach */
  async ask<T>(name: string, args: ScriptArguments, read: ReadReply<T>): Promise<ShardAnswers<T>> {
    return this.gather(name, args, read, this.stragglerMs);
  }

  private async gather<T>(
    name: string,
    args: ScriptArguments,
    read: ReadReply<T>,
    waitMs: number,
  ): Promise<ShardAnswers<T>> {
    const isOneByOne = performance.now() < this.oneByOneUntil;
    const groups = isOneByOne
      ? this.shards
          .groups()
          .flat()
          .map((shard) => [shard])
      : this.shards.groups();
    const settled = await Promise.allSettled(
      groups.map((group) => inTime(this.runGroup(name, group, args, read), waitMs)),
    );
    const failures = settled
      .filter((answer) => answer.status === 'rejected')
      .map(({ reason }) => reason as unknown);
    const other = failures.find((reason) => !(reason instanceof UnavailableError));
    if (other !== undefined) throw other;
    if (failures.length === groups.length) throw failures[0];
    const answers = settled.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    return { answers, failure: (failures[0] as UnavailableError | undefined) ?? null };
  }

  private async runGroup<T>(
    name: string,
    group: readonly number[],
    args: ScriptArguments,
    read: ReadReply<T>,
  ): Promise<readonly T[]> {
    const node = group.length > 1 ? this.shards.nodeOf(group[0]!) : null;
    if (node === null) return read(await this.run(name, group, args), group);
    try {
      return await read(await this.runOnNode(node, name, group, args), group);
    } catch (error) {
      if (!isNotTogether(error)) throw error;
      this.oneByOneUntil = performance.now() + ONE_BY_ONE_MS;
      const answers = group.map(async (shard) => read(await this.run(name, [shard], args), [shard]));
      return (await Promise.all(answers)).flat();
    }
  }

  private run(name: string, group: readonly number[], args: ScriptArguments): Promise<unknown> {
    const { link, prefix } = this.shards.shard(group[0]!);
    return new RedisScripts(link, `${prefix}:`).run(`shards/${name}`, this.prefixesOf(group), args);
  }

  private runOnNode(
    client: Redis,
    name: string,
    group: readonly number[],
    args: ScriptArguments,
  ): Promise<unknown> {
    const { link, prefix } = this.shards.shard(group[0]!);
    const explain = (error: unknown) => (isNotTogether(error) ? error : link.explain(error));
    const nodeLink = { client, subscriber: link.subscriber, explain };
    const prefixes = this.prefixesOf(group);
    const all = [prefixes.length, ...prefixes, ...args];
    return new RedisScripts(nodeLink, `${prefix}:`).run(`shards/${name}`, [], all);
  }

  private prefixesOf(group: readonly number[]): string[] {
    return group.map((shard) => `${this.shards.shard(shard).prefix}:`);
  }
}

const isNotTogether = (error: unknown): boolean => error instanceof Error && NOT_TOGETHER.test(error.message);

/** @throws UnavailableError when the time is over; the command continues */
async function inTime<T>(reply: Promise<T>, ms: number): Promise<T> {
  if (ms === Infinity) return reply;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(new UnavailableError('a node of the Redis Cluster does not answer', ADVISED_SECONDS.store)),
      ms,
    );
  });
  return Promise.race([reply, late]).finally(() => clearTimeout(timer));
}
