import { hash } from 'node:crypto';

/** A short hash of fixed length, collision-free in practice: 120 bits. */
export const hashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 20);
