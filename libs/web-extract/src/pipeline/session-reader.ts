import type { PageRequest } from '../model/page/page-request.js';
import type { Conversion } from '../model/page/conversion.js';
import type { BrowserVisitor } from '../ports/renderer.port.js';
import type { FetchResponse, Visitor } from '../ports/fetcher.port.js';

/** One reading of a page with a session. */
export interface SessionVisit {
  readonly visitor: Visitor;
  /** State for the browser, as of now. */
  readonly browser: BrowserVisitor;
  /** Selector that the conversion looks for, see `signSelector`. */
  readonly signSelector: string | undefined;
  /** Called before each hop. @throws GuardedLinkError */
  beforeHop(url: string): void;
  /** Ends the reading if the response is for a visitor that is not logged in. @throws LoggedOutError */
  checkResponse(response: FetchResponse, signal: AbortSignal): Promise<void>;
  /** The same for signs that only the converted page has. @throws LoggedOutError */
  checkConversion(response: FetchResponse, conversion: Conversion): void;
}

/** Reads pages with sessions: again after a renewal. */
export interface SessionReader {
  /** @throws SessionUnknownError, SessionExpiredError, SessionLoginFailedError */
  read<T>(
    request: PageRequest & { readonly session: string },
    signal: AbortSignal | undefined,
    readOnce: (visit: SessionVisit) => Promise<T>,
  ): Promise<T>;
}

/** The response of a reading is for a visitor that is not logged in. Never leaves the reader. */
export class LoggedOutError extends Error {
  constructor(readonly url: string) {
    super('logged out');
  }
}
