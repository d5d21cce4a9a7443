const releases = new WeakMap<object, () => void>();
const collected = new FinalizationRegistry<() => void>((release) => release());

/**
 * Accounts for the memory of `value` until {@link releaseMemory} is called with it, or it is
 * garbage-collected.
 * @param release idempotent; must not refer to `value`
 */
export function holdMemory(value: object, release: () => void): void {
  releases.set(value, release);
  collected.register(value, release);
}

/** Returns true if the memory of a value is accounted for. */
export const holdsMemory = (value: object): boolean => releases.has(value);

/**
 * Releases the memory accounted for a value, once it has been sent or stored. Does nothing for other values.
 */
export function releaseMemory(value: object | null): void {
  if (value !== null) releases.get(value)?.();
}
