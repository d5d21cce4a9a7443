import { Cron } from 'croner';
import { normalizeCron } from './parse-cron.js';

/** Time zones of the runtime are many; those in use are few. */
const MAX_KNOWN = 1_000;
const MAX_ZONE_CHARS = 100;

/** True for the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  if (name === '' || name.length > MAX_ZONE_CHARS || /^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Calculates the runs of cron expressions. */
export class CronClock {
  private readonly known = new Map<string, Cron>();

  /**
   * Returns the first run after a time, both in milliseconds since the epoch; null if there is none. A time of day that the clocks skip runs
   * an hour later, a repeated one the first time only.
   */
  next(expression: string, timezone: string, afterMs: number): number | null {
    const cron = this.of(expression, timezone);
    let found = cron.nextRun(new Date(afterMs));
    if (found && found.getTime() <= afterMs) found = cron.nextRun(new Date(found.getTime() + 1_000)); // a skipped hour
    return found?.getTime() ?? null;
  }

  private of(expression: string, timezone: string): Cron {
    const name = `${timezone} ${expression}`;
    const known = this.known.get(name);
    if (known) return known;
    const cron = new Cron(normalizeCron(expression), { timezone, paused: true, mode: '5-part' });
    if (this.known.size >= MAX_KNOWN) this.known.delete(this.known.keys().next().value!);
    this.known.set(name, cron);
    return cron;
  }
}
