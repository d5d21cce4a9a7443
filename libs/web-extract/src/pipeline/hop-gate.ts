import type { HopHeaders } from '../ports/fetcher.port.js';

/** A check of the URL of a request. @throws if it may not be sent */
type HopCheck = (url: string) => Promise<void>;
/** Adds headers to a request. @throws if it may not be sent */
type HopHook = (url: string) => Promise<HopHeaders | undefined>;

/** Runs before each request of a page: robots.txt, then the hook of the application. */
export class HopGate {
  private addsHeaders = false;

  constructor(
    private readonly check: HopCheck | undefined,
    private readonly hook: HopHook | undefined,
  ) {}

  /** True if the hook has added headers: the response is not for requests without them. */
  get hasHeaders(): boolean {
    return this.addsHeaders;
  }

  /** Undefined if nothing has to run. */
  get beforeHop(): ((url: string) => Promise<HopHeaders | void>) | undefined {
    const { check, hook } = this;
    if (!hook) return check;
    return async (url) => {
      await check?.(url);
      const headers = await hook(url);
      if (headers && Object.keys(headers).length > 0) this.addsHeaders = true;
      return headers;
    };
  }
}
