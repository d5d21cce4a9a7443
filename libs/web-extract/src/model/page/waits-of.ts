import type { PageRequest } from './page-request.js';

/** Returns the explicit waiting time of a request in milliseconds. */
export function waitsOf({ waitForMs = 0, actions = [] }: Pick<PageRequest, 'waitForMs' | 'actions'>): number {
  return actions.reduce((sum, { milliseconds }) => sum + (Number(milliseconds) || 0), waitForMs);
}
