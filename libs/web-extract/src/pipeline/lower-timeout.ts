/** A stated time, no longer than the ceiling, and a warning where it was lowered. */
export interface LoweredTimeout {
  readonly timeoutMs: number;
  readonly warnings: readonly string[];
}

/** Holds a request to the longest time that the host gives one. */
export function lowerTimeout(statedMs: number, ceilingMs: number): LoweredTimeout {
  if (statedMs <= ceilingMs) return { timeoutMs: statedMs, warnings: [] };
  return { timeoutMs: ceilingMs, warnings: [`The timeout was lowered to ${ceilingMs} ms`] };
}
