/** The user, or the system, ends the program. */
export class Interruption extends Error {
  constructor(readonly exitCode: number) {
    super('interrupted');
  }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Runs work with a signal that is aborted with an Interruption on Ctrl-C and similar signals. A second Ctrl-C exits
 * at once.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const listeners = Object.entries(EXIT_CODES).map(([name, code]) => {
    const interrupt = () => {
      if (controller.signal.aborted) process.exit(code);
      controller.abort(new Interruption(code));
    };
    process.on(name, interrupt);
    return () => process.off(name, interrupt);
  });
  try {
    return await work(controller.signal);
  } finally {
    for (const remove of listeners) remove();
  }
}
