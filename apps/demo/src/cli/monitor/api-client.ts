import { CommandError, RefusedError } from '../command';

/** Server that a command sends its requests to. */
export interface ServerAddress {
  /** Base URL without a slash at its end. */
  readonly url: string;
  /** Null for servers that need none. */
  readonly key: string | null;
}

/** A request to the API. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with its query, such as `/v2/monitor`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
}

/** A response with data. */
export interface ApiAnswer<Data> {
  readonly data: Data;
  readonly warning?: string;
}

interface ErrorAnswer {
  readonly error?: string;
  readonly code?: string;
}

const ALLOW_ON_SERVER = 'private addresses must be allowed by the server, with its WEB_EXTRACT_ALLOW_PRIVATE';

const TIMEOUT_MS = 60_000;

/** Client of the HTTP API of a server. */
export class ApiClient {
  constructor(
    private readonly server: ServerAddress,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws CommandError, RefusedError with the remedy; the reason of the signal when it is aborted */
  async ask<Data>({ method, path, body }: ApiRequest): Promise<ApiAnswer<Data>> {
    const { url, key } = this.server;
    try {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const answer = (await response.json().catch(rethrowAbort)) as (ApiAnswer<Data> & ErrorAnswer) | null;
      if (response.ok && answer) return answer;
      throw new RefusedError(problemOf(response.status, answer, url));
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof RefusedError) throw error;
      throw new CommandError(unreachable(url, error as Error), { cause: error });
    }
  }
}

/** A body that is not JSON is reported by its status. */
function rethrowAbort(error: Error): null {
  if (error instanceof SyntaxError) return null;
  throw error;
}

function problemOf(status: number, answer: ErrorAnswer | null, url: string): string {
  if (status === 401) return `${url} does not accept the API key: set --key or WEB_EXTRACT_API_KEY`;
  if (typeof answer?.error !== 'string')
    return `${url} answered ${status} without an error message: is it the address of the server?`;
  const problem = typeof answer.code === 'string' ? `${answer.error} (${answer.code})` : answer.error;
  return answer.code === 'URL_NOT_ALLOWED' ? `${problem}: ${ALLOW_ON_SERVER}` : problem;
}

function unreachable(url: string, { name, message, cause }: Error): string {
  const reason = name === 'TimeoutError' ? `no response within ${TIMEOUT_MS} ms` : reasonOf(message, cause);
  return `${url} cannot be reached (${reason}): start a server with nestjs-web-extract serve, or set --server`;
}

/** The reason of a failed `fetch` is its cause. */
function reasonOf(message: string, cause: unknown): string {
  const { code, message: reason = message } = (cause ?? {}) as Partial<NodeJS.ErrnoException>;
  return code ?? reason;
}
