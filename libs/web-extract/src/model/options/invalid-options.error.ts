/** A module option has an invalid value. Thrown while the host application starts. */
export class InvalidOptionsError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(
      `WebExtractModule options are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'InvalidOptionsError';
  }
}
