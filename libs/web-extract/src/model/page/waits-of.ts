import type { PageRequest } from './page-request.js';

/** Milliseconds that a request spends on nothing but waiting, as it was told to. */
export function waitsOf({ waitForMs = 0, actions = [] }: Pick<PageRequest, 'waitForMs' | 'actions'>): number {
  return actions.reduce((sum, { milliseconds }) => sum + (Number(milliseconds) || 0), waitForMs);
}
