import { hash } from 'node:crypto';

/** Short, of equal length, and never the same for two texts: 120 bits. */
export const hashOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 20);
