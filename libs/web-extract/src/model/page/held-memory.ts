const releases = new WeakMap<object, () => void>();
const collected = new FinalizationRegistry<() => void>((release) => release());

/**
 * Counts the memory of `value` until {@link releaseMemory} is called with it, or it is garbage.
 * @param release idempotent; must not refer to `value`
 */
export function holdMemory(value: object, release: () => void): void {
  releases.set(value, release);
  collected.register(value, release);
}

/** Whether the memory of a value is counted. */
export const holdsMemory = (value: object): boolean => releases.has(value);

/** Ends the counting of the memory of a value, once it has been sent or stored. Does nothing for other values. */
export function releaseMemory(value: object | null): void {
  if (value !== null) releases.get(value)?.();
}
