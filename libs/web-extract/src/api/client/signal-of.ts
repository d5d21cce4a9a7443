import type { IncomingRequest } from '../gate/api-key.guard.js';

/** Ends the work for a request when its client leaves; undefined where the platform is a foreign one. */
export function signalOf({ webExtractClient }: IncomingRequest): AbortSignal | undefined {
  return webExtractClient;
}
