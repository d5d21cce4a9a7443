import type { MoveStep, ShardAdmin } from 'nestjs-web-extract/bull';
import { loadEnvironment } from '../../load-environment';
import { readDeployment } from '../../settings';
import { CommandError, UsageError, type Command, type Invocation } from '../command';
import type { Terminal } from '../terminal/terminal';

const HELP = `Usage: nestjs-web-extract admin move-shard <shards> <redis> [options]
       nestjs-web-extract admin move-shard --cancel

Moves shards to another Redis of REDIS_URL while the application runs. Requests
for crawls of a shard are answered with 503 until it has moved. A command that
was interrupted is completed by the next one.

  <shards>               numbers from 0 to 63: 5, or 0-15, or 3,7,20-31
  <redis>                where they go: host:port, or a URL of the list

  --dry-run              shows what would be moved
  --prefix <text>        prefix of all keys (web-extract)
  --cancel               ends an interrupted move: what was not moved stays

1. List the new Redis in REDIS_URL, after the others, and restart all processes.
2. Move shards to it: half of them are half of the load.
To remove a Redis that is not the first one, move its shards, then drop it from
the list.`;

const RANGE = /^(\d{1,2})(?:-(\d{1,2}))?$/;
const BYTES_PER_MB = 1_000_000;

export const admin: Command = {
  help: HELP,
  options: { 'dry-run': { type: 'boolean' }, prefix: { type: 'string' }, cancel: { type: 'boolean' } },
  async run({ words, values, terminal }) {
    const [action, ...rest] = words;
    if (action !== 'move-shard') throw new UsageError('admin takes move-shard');
    const isCancelled = values['cancel'] === true;
    const [shards, to] = isCancelled ? [[], ''] : targetOf(rest);
    const opened = await openAdmin(values, terminal);
    try {
      if (isCancelled) return await cancel(opened, terminal);
      if (values['dry-run']) return await plan(opened, { shards, to }, terminal);
      await move(opened, { shards, to }, terminal);
    } finally {
      opened.close();
    }
  },
};

interface Target {
  readonly shards: readonly number[];
  readonly to: string;
}

async function plan(opened: ShardAdmin, { shards, to }: Target, terminal: Terminal): Promise<void> {
  const moves = await opened.plan(shards, to);
  for (const { shard, from, to: target, keys, bytes } of moves) {
    const size = (bytes / BYTES_PER_MB).toFixed(1);
    await terminal.print(`shard ${shard}: ${from} → ${target}, ${keys} keys, ${size} MB\n`);
  }
  terminal.note(`${moves.length} shards would be moved`);
}

async function move(opened: ShardAdmin, { shards, to }: Target, terminal: Terminal): Promise<void> {
  terminal.note(`${await opened.move(shards, to)} shards moved`);
}

async function cancel(opened: ShardAdmin, terminal: Terminal): Promise<void> {
  terminal.note(`${await opened.cancel()} shards stay where they are`);
}

async function openAdmin(values: Invocation['values'], terminal: Terminal): Promise<ShardAdmin> {
  loadEnvironment(process.cwd());
  const { redis } = readDeployment(process.env);
  if (redis !== null && 'cluster' in redis)
    throw new CommandError('a Redis Cluster moves its shards itself: redis-cli --cluster rebalance');
  if (redis === null) throw new UsageError('REDIS_URL is missing: list all Redis, comma-separated');
  const { ShardAdmin } = await import('nestjs-web-extract/bull');
  const { prefix } = values;
  return new ShardAdmin({
    redis: [redis].flat(),
    ...(typeof prefix === 'string' ? { prefix } : {}),
    onStep: (step) => terminal.note(describe(step)),
  });
}

function describe(step: MoveStep): string {
  if (step.kind === 'waiting') {
    const { shards, ms } = step;
    return `shards ${shards.join(', ')} are not used from now on; waiting ${Math.ceil(ms / 1000)} s for all processes`;
  }
  const { shard, from, to } = step;
  if (step.kind === 'copying') return `shard ${shard}: copying from ${from} to ${to}`;
  if (step.kind === 'moved') return `shard ${shard}: ${step.keys} keys are at ${to}`;
  return `shard ${shard}: removing the copies at ${from}`;
}

/** @throws UsageError */
function targetOf(words: readonly string[]): [shards: readonly number[], to: string] {
  const [shards, to, further] = words;
  if (shards === undefined) throw new UsageError('the shards are missing, such as 0-15');
  if (to === undefined) throw new UsageError('the Redis that the shards are moved to is missing');
  if (further !== undefined) throw new UsageError(`one Redis is enough: what is ${further}?`);
  return [shards.split(',').flatMap(rangeOf), to];
}

/** @throws UsageError */
function rangeOf(text: string): number[] {
  const [, from, to = from] = RANGE.exec(text) ?? [];
  if (from === undefined || Number(to) < Number(from))
    throw new UsageError(`shards are numbers and ranges such as 5 or 0-15, not ${text}`);
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => Number(from) + n);
}
