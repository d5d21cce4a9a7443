import { CrawlDelayError } from '../model/errors.js';
import type { RobotsGate } from '../web/robots/robots-gate.js';
import type { PageRun } from '../pipeline/run/page-run.js';
import type { HostClient, HostGate, HostPermit } from '../ports/host-gate.port.js';

/** Checks that precede a request to a site. */
export interface SiteGates {
  readonly robots: RobotsGate;
  readonly hosts: HostGate;
  /** Pages of one host in progress at the same time. */
  readonly maxPerHost: number;
  /** Longest delay of robots.txt that is waited for, in milliseconds. */
  readonly maxDelayMs: number;
}

/** A page to be read, and the caller that reads it. */
export interface SiteEntry {
  readonly url: string;
  /** Host and port: what politeness is counted by. */
  readonly host: string;
  readonly caller: HostClient;
  readonly obeysRobots: boolean;
  /** Minimum interval between two pages of the host, in addition to the rules of robots.txt. */
  readonly delayMs: number | undefined;
}

/**
 * Checks robots.txt and the rate limit of the host before a page is read. Returns a permit, or the time to try again.
 *
 * @throws RobotsDisallowedError; CrawlDelayError; the error of the request for robots.txt when the site is out of reach; the reason of the signal
 */
export async function enterSite(
  gates: SiteGates,
  { url, host, caller, obeysRobots, delayMs }: SiteEntry,
  run: PageRun,
  signal: AbortSignal,
): Promise<HostPermit | { readonly retryAtMs: number }> {
  const { hosts, maxPerHost } = gates;
  const askedMs = obeysRobots
    ? await run.measure('robots', () => leaveAndDelay(gates, url, caller.owner, signal))
    : 0;
  const policy = { delayMs: delayMs ?? askedMs, maxConcurrent: maxPerHost };
  return run.measure('host', () => hosts.enter(host, policy, caller));
}

async function leaveAndDelay(
  { robots, maxDelayMs }: SiteGates,
  url: string,
  owner: string | undefined,
  signal: AbortSignal,
): Promise<number> {
  await robots.check(url, signal, owner);
  const { crawlDelaySeconds } = await robots.rulesFor(url, signal, owner);
  const delayMs = (crawlDelaySeconds ?? 0) * 1000;
  if (delayMs > maxDelayMs) throw new CrawlDelayError(url, crawlDelaySeconds ?? 0, maxDelayMs);
  return delayMs;
}
