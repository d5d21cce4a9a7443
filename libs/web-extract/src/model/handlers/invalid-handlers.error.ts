/** Handlers of the application are not valid. Thrown while it starts. */
export class InvalidHandlersError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Handlers are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'InvalidHandlersError';
  }
}
