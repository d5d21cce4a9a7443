import { randomUUID } from 'node:crypto';
import type { PageTask } from '../../../../model/crawl/crawl.js';
import type { TakeResult } from '../../../../ports/stores/frontier.port.js';
import { hashOf } from '../../../crawl-store/hash-of.js';
import type { OpenStore } from '../../storage/open-store.js';
import type { Place } from './crawl-frontier.js';
import { STORED } from '../../storage/rows.js';
import type { Lease } from './lease.js';
import type { RunningCrawl } from '../running-crawl.js';
import { endTask } from '../end-task.js';

interface TakeOptions {
  readonly leaseMs: number;
  readonly busyHosts: ReadonlySet<string>;
}

/** Leases the next address of a crawl. Writes nothing: leases end with the process that gave them. */
export async function takeTask(
  store: OpenStore,
  crawl: RunningCrawl,
  options: TakeOptions,
): Promise<TakeResult> {
  while (crawl.head.status === 'running') {
    const now = Date.now();
    crawl.endLeases(now);
    const place = crawl.isEnding || crawl.isFull ? null : crawl.frontier.take(options.busyHosts, now);
    if (!place) return nothingToTake(crawl);
    const leased = leaseOf(crawl, place, now + options.leaseMs);
    if (!leased) continue;
    const { task, lease } = leased;
    crawl.leases.set(lease.token, lease);
    if (store.database.seen.get([crawl.n, hashOf(task.key)]) !== STORED) return { kind: 'task', task };
    await collapse(store, crawl, task, lease);
  }
  return { kind: 'over', status: crawl.head.status };
}

function nothingToTake(crawl: RunningCrawl): TakeResult {
  const isOver = crawl.isFull || crawl.frontier.isEmpty;
  if (isOver && crawl.leases.size === 0 && !crawl.isEnding) return { kind: 'drained' };
  return { kind: 'wait', untilMs: crawl.wakesAt };
}

function leaseOf(crawl: RunningCrawl, place: Place, endsAt: number): { task: PageTask; lease: Lease } | null {
  const found = crawl.queue.find(place);
  if (!found) return null;
  const { url: task, index, rows } = found;
  const attempts = crawl.attempts.get(place.sequence) ?? 0;
  const lease = {
    ...place,
    index,
    rows,
    token: randomUUID(),
    attempts,
    endsAt,
    isEnding: false,
    isPage: task.kind === 'page',
    isRendered: false,
  };
  return { lease, task: { ...task, crawlId: crawl.id, lease: lease.token, attempts } };
}

/** Completes a task without a visit, because another URL led to the same page. */
async function collapse(store: OpenStore, crawl: RunningCrawl, task: PageTask, lease: Lease): Promise<void> {
  const facts = { startedAt: Date.now(), durationMs: 0, bytes: 0, flags: [], refused: {} };
  try {
    await endTask(store, task, { kind: 'collapsed' }, [], facts);
  } catch (error) {
    crawl.giveBack(lease, false, 0, Date.now());
    throw error;
  }
}
