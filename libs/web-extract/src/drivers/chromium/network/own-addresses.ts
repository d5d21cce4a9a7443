import { networkInterfaces } from 'node:os';

/** Whether a resolved address leads to this very machine. */
export function isOwnAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  if (/^(?:127\.|0\.)/.test(plain) || plain === '::1' || plain === '::') return true;
  return Object.values(networkInterfaces()).some((entries) =>
    entries?.some((entry) => entry.address === plain),
  );
}
