import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { isAllowedAddress } from '../../web/url/allow-list.js';
import type { AllowList } from '../../web/url/allow-list.js';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds every address of a host name. Rejects as `dns.lookup` does. */
export type LookupAll = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** Inputs of the address policy. */
export interface AddressPolicy {
  readonly allowed: AllowList;
  readonly lookup: LookupAll;
  /** Returns true for addresses that are refused even if `allowed` permits them. */
  readonly refuses?: (address: string, port: number) => boolean;
}

/** An address lies outside the open Internet and nothing allows it. */
export class RefusedAddressError extends Error {
  readonly code = 'ERR_ADDRESS_REFUSED';
}

/**
 * Resolves a name and rejects it if any of its addresses is refused: a name with mixed addresses is an attack or a
 * mistake.
 *
 * @throws RefusedAddressError, or the error of the lookup
 */
export async function resolveAllowed(
  { allowed, lookup, refuses }: AddressPolicy,
  hostname: string,
  port: number,
): Promise<readonly ResolvedAddress[]> {
  const family = isIP(hostname);
  const addresses = family === 0 ? await lookup(hostname) : [{ address: hostname, family }];
  for (const { address } of addresses) {
    if (!isAllowedAddress(allowed, hostname, address, port) || refuses?.(address, port)) {
      throw new RefusedAddressError(`${address} is not allowed for ${hostname}:${port}`);
    }
  }
  return addresses;
}

/**
 * The look-up that a socket to `port` uses. The socket connects to the very addresses that were checked here, so a
 * name that changes between two look-ups gains nothing.
 */
export function guardedLookup(policy: AddressPolicy, port: number): LookupFunction {
  return (hostname, options, callback) => {
    resolveAllowed(policy, hostname, port).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) callback(noAddress(hostname), []);
        else if (options.all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}
