/** A timeout within the limit, and a warning if it was reduced. */
export interface LoweredTimeout {
  readonly timeoutMs: number;
  readonly warnings: readonly string[];
}

/** Limits the timeout of a request to the maximum of the host. */
export function lowerTimeout(statedMs: number, ceilingMs: number): LoweredTimeout {
  if (statedMs <= ceilingMs) return { timeoutMs: statedMs, warnings: [] };
  return { timeoutMs: ceilingMs, warnings: [`The timeout was lowered to ${ceilingMs} ms`] };
}
