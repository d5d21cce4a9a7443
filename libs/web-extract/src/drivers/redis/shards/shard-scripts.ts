import { UnavailableError } from '../../../model/errors.js';
import { RedisScripts, type ScriptArguments } from '../redis-scripts.js';
import type { RedisShards } from './redis-shards.js';

/** Runs scripts over all shards: one command for each Redis, or for each shard of a Cluster. */
export class ShardScripts {
  constructor(private readonly shards: RedisShards) {}

  /** @returns the answers of the shards that are within reach @throws UnavailableError if none is */
  async each<T>(
    name: string,
    args: ScriptArguments,
    read: (reply: unknown, shards: readonly number[]) => Promise<readonly T[]> | readonly T[],
  ): Promise<T[]> {
    const groups = this.shards.groups();
    const answers = await Promise.allSettled(
      groups.map(async (group) => read(await this.run(name, group, args), group)),
    );
    const failures = answers
      .filter((answer) => answer.status === 'rejected')
      .map(({ reason }) => reason as unknown);
    const other = failures.find((reason) => !(reason instanceof UnavailableError));
    if (other !== undefined) throw other;
    if (failures.length === groups.length) throw failures[0];
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  }

  private run(name: string, group: readonly number[], args: ScriptArguments): Promise<unknown> {
    const { link, prefix } = this.shards.shard(group[0]!);
    const keys = group.map((shard) => `${this.shards.shard(shard).prefix}:`);
    return new RedisScripts(link, `${prefix}:`).run(`shards/${name}`, keys, args);
  }
}
