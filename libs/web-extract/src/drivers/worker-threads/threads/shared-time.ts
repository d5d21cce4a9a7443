/** Interval for checking whether other tasks wait. */
const CHECK_EVERY_MS = 250;

interface SharedTimeOptions {
  /** Milliseconds after which work gives way to others that wait. */
  readonly softMs: number;
  /** Milliseconds after which it is ended for them. */
  readonly hardMs: number;
  /** True if tasks wait that cannot start because of this work. */
  readonly isNeeded: () => boolean;
  readonly onSoft: () => void;
  readonly onHard: () => void;
}

/**
 * Limits the time of a piece of work as long as others wait for its place.
 *
 * @returns ends the watch
 */
export function shareTime({ softMs, hardMs, isNeeded, onSoft, onHard }: SharedTimeOptions): () => void {
  const beganMs = performance.now();
  let isHurried = false;
  const check = () => {
    const elapsedMs = performance.now() - beganMs;
    if (elapsedMs < softMs || !isNeeded()) return;
    if (!isHurried) onSoft();
    isHurried = true;
    if (elapsedMs < hardMs) return;
    clearInterval(timer);
    onHard();
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
