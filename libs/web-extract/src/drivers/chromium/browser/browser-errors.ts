/** The browser, or the page in it, did not do what it was told. Becomes an error of the model at the renderer. */
export class BrowserError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The browser has ended, with every page in it. */
export class BrowserGoneError extends BrowserError {}

/** The page has ended: it ran out of memory, or broke the browser's process for it. */
export class PageCrashedError extends BrowserError {}

/** We have ended the page. */
export class PageClosedError extends BrowserError {}

/** The browser did not answer a command in time: the page keeps it busy. */
export class NoAnswerError extends BrowserError {}

/** The browser refused a command. */
export class CommandRefusedError extends BrowserError {}

/** The answer to a command had more bytes than anyone reads. It was passed over. */
export class OversizeError extends BrowserError {}

/** True if the page cannot be used any more. */
export function isEnd(error: unknown): boolean {
  const mayPass = [NoAnswerError, CommandRefusedError, OversizeError].some((kind) => error instanceof kind);
  return !(mayPass || (error instanceof BrowserError && error.constructor === BrowserError));
}
