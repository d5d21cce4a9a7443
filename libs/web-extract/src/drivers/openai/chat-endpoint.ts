import type OpenAI from 'openai';
import { withDeadline } from '../../concurrency/with-deadline.js';
import { ExtractionFailedError } from '../../model/errors.js';
import { boundedFetch, ReplyTooLarge } from './bounded-fetch.js';
import { ModelRefusal } from './model-refusal.js';
import { NoConnection } from './no-connection.js';

interface EndpointOptions {
  readonly baseURL: string;
  readonly apiKey: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** One endpoint. Each call sends one request. */
export interface ChatEndpoint {
  /**
   * Sends a request and returns the response body as text.
   * @throws ModelRefusal, NoConnection, ExtractionFailedError (no answer in time), the reason of the signal
   */
  post(body: object, timeoutMs: number, signal: AbortSignal): Promise<string>;
}

/** Loads the package on first use: it is large, and most processes never need it. */
export async function connect(options: EndpointOptions): Promise<ChatEndpoint> {
  const sdk = await import('openai');
  const client = new sdk.OpenAI(clientOptions(options));
  return {
    post(body, timeoutMs, signal) {
      const onTimeout = () =>
        new ExtractionFailedError(`the model did not answer within ${Math.round(timeoutMs)} ms`);
      // The client's own timeout covers the headers only; a body may stall as well.
      return withDeadline(timeoutMs, signal, onTimeout, async (under) => {
        const request = client.post('/chat/completions', {
          body,
          signal: under,
          timeout: Math.ceil(timeoutMs) + 1_000,
        });
        try {
          return await (await request.asResponse()).text();
        } catch (error) {
          throw translate(error, sdk);
        }
      });
    },
  };
}

/** Every option is set, so that the client reads nothing from the environment of the host. */
function clientOptions({ baseURL, apiKey, headers }: EndpointOptions) {
  const url = new URL(baseURL);
  const query = Object.fromEntries(url.searchParams);
  url.search = '';
  return {
    baseURL: url.href.replace(/\/$/, ''),
    // Local servers need no key, but the constructor does. The header is removed.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...(apiKey === undefined ? { Authorization: null } : {}), ...headers },
    defaultQuery: query,
    maxRetries: 0,
    fetch: boundedFetch,
    logLevel: 'off' as const,
  };
}

function translate(
  error: unknown,
  { APIError, APIConnectionError }: Pick<typeof OpenAI, 'APIError' | 'APIConnectionError'>,
) {
  if (error instanceof ReplyTooLarge) return new ExtractionFailedError(error.message, { cause: error });
  if (error instanceof APIConnectionError) return new NoConnection({ cause: error });
  if (error instanceof APIError && typeof error.status === 'number') {
    const said = [error.message, error.code, error.param]
      .filter((part) => typeof part === 'string')
      .join(' ');
    return new ModelRefusal(error.status, said, error.headers?.get('retry-after') ?? null, { cause: error });
  }
  return error instanceof TypeError ? new NoConnection({ cause: error }) : error; // the body was cut off
}
