import { networkInterfaces } from 'node:os';

/** True if a resolved address belongs to this machine. */
export function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  if (/^(?:127\.|0\.)/.test(plain) || plain === '::1' || plain === '::') return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === plain),
  );
}
