import { Resolver, lookup } from 'node:dns/promises';
import type { LookupAll, ResolvedAddress } from './guarded-lookup.js';

/** The two ways to find the addresses of a name. */
interface LookupWays {
  /** The system resolver: hosts file, search domains, DNS. It occupies a thread of the process until it completes. */
  readonly machine: LookupAll;
  /** DNS alone, without a thread. */
  readonly dns: LookupAll;
}

/** The system resolver takes milliseconds; after this time DNS is queried in parallel. */
const SLOW_MS = 1_000;
/**
 * Maximum number of concurrent system lookups. libuv gives them half of its four threads, so one caller's names with
 * unresponsive
 * servers would delay those of all others.
 */
const MAX_MACHINE_LOOKUPS = 16;
const DNS_TRY_MS = 2_000;
const DNS_TRIES = 2;

/** Finds the addresses of names, however many other names wait for servers that do not answer. */
export class HostLookup {
  private underWay = 0;

  constructor(
    private readonly ways: LookupWays = { machine: byMachine, dns: byDns },
    private readonly slowMs = SLOW_MS,
  ) {}

  /** Rejects as `dns.lookup` and `dns.resolve` do. */
  readonly all: LookupAll = (hostname) => {
    if (this.underWay >= MAX_MACHINE_LOOKUPS) return this.ways.dns(hostname);
    this.underWay++;
    const found = this.ways.machine(hostname).finally(() => this.underWay--);
    return this.orByDns(hostname, found);
  };

  /**
   * Uses a DNS result only if it arrives before that of the system resolver. A DNS error is ignored: DNS knows fewer
   * names.
   */
  private orByDns(
    hostname: string,
    found: Promise<readonly ResolvedAddress[]>,
  ): Promise<readonly ResolvedAddress[]> {
    return new Promise((resolve, reject) => {
      const ask = () => void this.ways.dns(hostname).then(resolve, () => {});
      const timer = setTimeout(ask, this.slowMs);
      found.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}

const byMachine: LookupAll = (hostname) => lookup(hostname, { all: true });

const byDns: LookupAll = async (hostname) => {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [...addressesOf(four, 4), ...addressesOf(six, 6)];
};

function addressesOf(answer: PromiseSettledResult<readonly string[]>, family: 4 | 6): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
