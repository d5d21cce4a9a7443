import { ApiError, type FieldProblem } from './api-error.js';

/** Address of the API and the key. */
export interface ApiAccess {
  /** Absolute base URL of all API versions; ends with a slash. */
  readonly base: string;
  readonly key: string;
}

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base URL, such as `v2/scrape`. */
  readonly path: string;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

interface ErrorBody {
  readonly error?: string;
  readonly code?: string;
  readonly details?: readonly FieldProblem[];
  readonly cursor?: string;
}

/** Sends a request to the API. @throws ApiError; AbortError when the signal is aborted */
export async function ask<T>(access: ApiAccess, { method, path, body, signal }: ApiCall): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await send(access.base + path, {
    method,
    headers: {
      authorization: `Bearer ${access.key}`,
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
    cache: 'no-store',
    credentials: 'same-origin',
  });
  const answer = await readJson(response);
  if (response.ok) return answer as T;
  throw toError(response, answer as ErrorBody | null);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, 'No response from the server.');
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    if (response.ok) throw new ApiError(0, 'The response is incomplete.');
    return null; // HTML of a proxy: the status is reported
  }
}

function toError({ status, headers }: Response, body: ErrorBody | null): ApiError {
  const retryAfter = Number(headers.get('retry-after') ?? NaN);
  return new ApiError(
    status,
    body?.error ?? `The server responded with status ${status}.`,
    body?.code ?? null,
    Array.isArray(body?.details) ? body.details : [],
    Number.isFinite(retryAfter) ? retryAfter : null,
    body?.cursor ?? null,
  );
}
