import { isIP } from 'node:net';
import { hostname } from 'node:os';

/** True if an address or name of this machine is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

/** The host of an authority, without its port; null when it is none. */
export function hostOf(authority: string): string | null {
  return /^(\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(authority)?.[1] ?? null;
}

/**
 * Recognises the names of a server that is open to its network: addresses, names without a dot, the name of the machine and the host of its
 * public URL. Anybody can let another name resolve to it; a page of that name would be of the same origin.
 */
export function networkNames(publicUrl: string | undefined): (name: string) => boolean {
  const own = new Set([
    hostname().toLowerCase(),
    ...(publicUrl ? [new URL(publicUrl).hostname.toLowerCase()] : []),
  ]);
  return (host) => {
    const name = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
    return isIP(name) !== 0 || !name.includes('.') || own.has(name);
  };
}
