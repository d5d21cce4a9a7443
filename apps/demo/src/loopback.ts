import { isIP } from 'node:net';

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
