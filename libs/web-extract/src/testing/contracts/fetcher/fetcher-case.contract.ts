import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Fetcher, FetchRequest } from '../../../ports/fetcher.port.js';
import { TestSite } from '../../test-site.js';

/** A contract case of a port that any test runner can run. */
export interface ContractCase<Port> {
  /** A sentence about behaviour. */
  readonly name: string;
  /** Rejects if the driver violates the contract. */
  readonly run: (driver: Port) => Promise<void>;
}

export const LONG_TEXT = 'Ünïcode wörds, '.repeat(2000);

export function ask(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return { url, timeoutMs: 10_000, ...more };
}

export function text(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

export function redirect(response: ServerResponse, location: string, status = 302): ServerResponse {
  return response.writeHead(status, { Location: location }).end('moved');
}

export async function fails(fetcher: Fetcher, request: FetchRequest, code: string): Promise<void> {
  await assert.rejects(fetcher.fetch(request), { code });
}

export function withSite(
  listener: RequestListener,
  test: (fetcher: Fetcher, site: TestSite) => Promise<void>,
) {
  return async (fetcher: Fetcher): Promise<void> => {
    const site = await TestSite.start(listener);
    try {
      await test(fetcher, site);
    } finally {
      await site.close();
    }
  };
}
