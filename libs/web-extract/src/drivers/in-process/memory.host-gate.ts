import { Injectable } from '@nestjs/common';
import { HostGate, type HostPass, type HostPolicy } from '../../ports/host-gate.port.js';

/** What is known of one host. Times are milliseconds since the epoch. */
interface HostState {
  underway: number;
  /** No request starts before this time. */
  notBeforeMs: number;
}

/** A full host is asked again after this time. */
const ASK_AGAIN_MS = 50;
/** Idle hosts are forgotten when there are more than these. */
const MAX_HOSTS = 5_000;
/** A start may be late by timers; the next one makes up for as much of it as leaves the gap whole enough. */
const MAX_CATCH_UP = 0.04;

/** The pace of each host, for all crawls of this process. */
@Injectable()
export class MemoryHostGate extends HostGate {
  private readonly hosts = new Map<string, HostState>();
  private forgetAbove = MAX_HOSTS;

  /** Hosts remembered now. */
  get size(): number {
    return this.hosts.size;
  }

  async enter(
    host: string,
    { delayMs, maxConcurrent }: HostPolicy,
  ): Promise<HostPass | { retryAtMs: number }> {
    const state = this.stateOf(host);
    const now = Date.now();
    if (state.notBeforeMs > now) return { retryAtMs: state.notBeforeMs };
    if (state.underway >= (delayMs > 0 ? 1 : maxConcurrent)) return { retryAtMs: now + ASK_AGAIN_MS };
    state.underway++;
    if (delayMs > 0) state.notBeforeMs = Math.max(state.notBeforeMs, now - delayMs * MAX_CATCH_UP) + delayMs;
    return passOf(state);
  }

  private stateOf(host: string): HostState {
    const known = this.hosts.get(host);
    if (known) return known;
    if (this.hosts.size >= this.forgetAbove) this.forgetIdle();
    const state = { underway: 0, notBeforeMs: 0 };
    this.hosts.set(host, state);
    return state;
  }

  private forgetIdle(): void {
    const now = Date.now();
    for (const [host, { underway, notBeforeMs }] of this.hosts) {
      if (underway === 0 && notBeforeMs <= now) this.hosts.delete(host);
    }
    this.forgetAbove = Math.max(MAX_HOSTS, 2 * this.hosts.size); // looking at all of them again must be worth it
  }
}

function passOf(state: HostState): HostPass {
  let isHeld = true;
  return {
    release: async (backOffMs = 0) => {
      if (isHeld) state.underway--;
      isHeld = false;
      if (backOffMs > 0) state.notBeforeMs = Math.max(state.notBeforeMs, Date.now() + backOffMs);
    },
  };
}
