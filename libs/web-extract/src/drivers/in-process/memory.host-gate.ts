import { Injectable } from '@nestjs/common';
import { HostGate, type HostClient, type HostPermit, type HostPolicy } from '../../ports/host-gate.port.js';
import { HostQueue } from './host-queue.js';
import { KEPT, kept } from '../../model/kept.js';

/** State of one host. Times are milliseconds since the epoch. */
interface HostState {
  running: number;
  /** Running requests by owner. */
  readonly held: Map<string, number>;
  /** Number of running requests with a delay. */
  paced: number;
  lastStartMs: number;
  /** End of the longest running delay. */
  pacedUntilMs: number;
  /** The host wants to be left alone. */
  closedUntilMs: number;
  readonly turns: HostQueue;
}

/** Idle hosts are forgotten when there are more than these. */
const MAX_HOSTS = KEPT.hosts.most;

/** The pace of each host, for all crawls of this process. */
@Injectable()
export class MemoryHostGate extends HostGate {
  private readonly hosts = kept('hosts', new Map<string, HostState>());
  private forgetAbove: number = MAX_HOSTS;

  /** Hosts remembered now. */
  get size(): number {
    return this.hosts.size;
  }

  async enter(
    host: string,
    policy: HostPolicy,
    caller: HostClient,
  ): Promise<HostPermit | { retryAtMs: number }> {
    const { delayMs, maxConcurrent } = policy;
    const state = this.stateOf(host);
    const now = Date.now();
    const openAt = opensAt(state, delayMs);
    if (openAt > now) return { retryAtMs: openAt };
    const places = delayMs > 0 && state.paced > 0 ? 0 : maxConcurrent - state.running;
    const isNewcomer = delayMs === 0 && places === 0 && !state.held.has(caller.owner);
    const waitMs = state.turns.ask(caller, isNewcomer ? Infinity : places, now);
    if (waitMs > 0) return { retryAtMs: now + waitMs };
    return start(state, caller.owner, delayMs, now); // a late start is not made up for: on its way to the site a request may be late, too
  }

  private stateOf(host: string): HostState {
    const known = this.hosts.get(host);
    if (known) return known;
    if (this.hosts.size >= this.forgetAbove) this.forgetIdle();
    const turns = new HostQueue();
    const held = new Map<string, number>();
    const times = { lastStartMs: 0, pacedUntilMs: 0, closedUntilMs: 0 };
    const state = { running: 0, held, paced: 0, ...times, turns };
    this.hosts.set(host, state);
    return state;
  }

  private forgetIdle(): void {
    const now = Date.now();
    for (const [host, { running, pacedUntilMs, closedUntilMs }] of this.hosts) {
      if (running === 0 && pacedUntilMs <= now && closedUntilMs <= now) this.hosts.delete(host);
    }
    this.forgetAbove = Math.max(MAX_HOSTS, 2 * this.hosts.size); // looking at all of them again must be worth it
  }
}

/** A delay holds for those who ask for it: a caller with a longer one must not shut the host to all others. */
function opensAt({ lastStartMs, pacedUntilMs, closedUntilMs }: HostState, delayMs: number): number {
  return Math.max(closedUntilMs, Math.min(pacedUntilMs, lastStartMs + delayMs));
}

function start(state: HostState, owner: string, delayMs: number, atMs: number): HostPermit {
  const isPaced = delayMs > 0;
  state.running++;
  state.held.set(owner, (state.held.get(owner) ?? 0) + 1);
  state.paced += isPaced ? 1 : 0;
  state.lastStartMs = atMs;
  state.pacedUntilMs = Math.max(state.pacedUntilMs, atMs + delayMs);
  let isHeld = true;
  return {
    release: async (backOffMs = 0) => {
      if (isHeld) giveBack(state, owner);
      if (isHeld && isPaced) state.paced--;
      isHeld = false;
      if (backOffMs > 0) state.closedUntilMs = Math.max(state.closedUntilMs, Date.now() + backOffMs);
    },
  };
}

function giveBack(state: HostState, owner: string): void {
  const held = state.held.get(owner)! - 1;
  if (held > 0) state.held.set(owner, held);
  else state.held.delete(owner);
  state.running--;
}
