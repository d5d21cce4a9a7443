/** Id of the failure number `n` of a handler. Names of handlers contain no colon. */
export const failureId = (handler: string, n: number): string => `${handler}:${n}`;

/** Splits an id; null if it is none. */
export function readFailureId(id: string): { readonly handler: string; readonly n: number } | null {
  const at = id.lastIndexOf(':');
  const n = Number(id.slice(at + 1));
  return at > 0 && Number.isSafeInteger(n) && n > 0 ? { handler: id.slice(0, at), n } : null;
}
