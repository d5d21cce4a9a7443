/** Collects the outcome of named checks and ends with the line that a caller adds up. */
export class Checks {
  passed = 0;
  failed = 0;

  /** Counts one check; a failed one is printed with its reason. */
  add(name, isGood, reason = '') {
    if (isGood) this.passed += 1;
    else this.failed += 1;
    if (!isGood) console.log(`FAILED ${name}${reason ? `: ${reason}` : ''}`);
  }

  /** Prints the sum and sets the exit code. Nothing checked is a failure too. */
  close() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    process.exitCode = this.failed > 0 || this.passed === 0 ? 1 : 0;
  }
}

/** The last `N passed, N failed` line of an output, or null. */
export function readCount(output) {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/gm)];
  const last = lines.at(-1);
  return last ? { passed: Number(last[1]), failed: Number(last[2]) } : null;
}
