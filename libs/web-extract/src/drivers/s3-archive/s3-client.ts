import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { ArchiveUnavailableError } from '../../model/errors.js';
import type { S3Credentials, S3Target } from './s3-archive.options.js';

const CONNECT_MS = 5_000;
const CONNECTIONS = 16;
/** Deadline of a request. */
const DEADLINE_MS = 15_000;
/** Listings of 1,000 objects and answers about errors are shorter. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** Signing keys of earlier days. */
const MAX_KEYS = 8;

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Below the bucket. @default '' */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** @default bounded for texts */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

interface S3Response {
  readonly status: number;
  readonly body: Buffer;
}

/** Sends signed requests. Redirects are not followed: their target would receive the signature. */
export class S3Client {
  private readonly agent = new Agent({
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MS },
    headersTimeout: DEADLINE_MS,
    bodyTimeout: DEADLINE_MS,
  });
  private readonly signingKeys = new Map<string, ArrayBuffer>();

  constructor(private readonly target: S3Target) {}

  /** @throws ArchiveUnavailableError for every status but 200, 204 and 206 */
  async send(request: S3Request): Promise<S3Response> {
    const signal = AbortSignal.any([
      AbortSignal.timeout(DEADLINE_MS),
      ...(request.signal ? [request.signal] : []),
    ]);
    try {
      const { statusCode: status, body } = await this.dispatch(request, signal);
      const isDone = [200, 204, 206].includes(status);
      const bytes = await readBody(body, (isDone && request.maxBytes) || MAX_TEXT_BYTES);
      if (!isDone) throw refusal(status, bytes);
      return { status, body: bytes };
    } catch (error) {
      throw error instanceof ArchiveUnavailableError ? error : explain(error, signal);
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }

  /** A function of the host may hang, or fail with a message that contains secrets. */
  private async credentials(signal: AbortSignal): Promise<S3Credentials> {
    try {
      return await beforeAbort(Promise.resolve(this.target.credentials()), signal);
    } catch {
      throw new ArchiveUnavailableError('the credentials cannot be read');
    }
  }

  private async dispatch(request: S3Request, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { method, key = '', query = {}, headers = {}, body } = request;
    const url = new URL(`${this.target.base}${key === '' ? '' : `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    if (this.signingKeys.size > MAX_KEYS) this.signingKeys.clear();
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signer = new AwsV4Signer({
      ...(await this.credentials(signal)),
      url: url.href,
      method,
      headers: { ...headers, 'x-amz-content-sha256': digest },
      service: 's3',
      region: this.target.region,
      cache: this.signingKeys,
    });
    const signed = await signer.sign();
    return this.agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      signal,
    });
  }
}

/** @throws when the signal aborts */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const end = new AbortController();
  const aborted = once(signal, 'abort', { signal: end.signal });
  aborted.catch(() => {}); // the work was done before
  try {
    return await Promise.race([work, aborted.then(() => Promise.reject(signal.reason))]);
  } finally {
    end.abort();
  }
}

async function readBody(
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  maxBytes: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > maxBytes) {
      body.destroy();
      throw new ArchiveUnavailableError('the server sends more than requested');
    }
    parts.push(part);
  }
  return Buffer.concat(parts, bytes);
}

/** Only the code of the answer: its message may repeat the request. */
function refusal(status: number, body: Buffer): ArchiveUnavailableError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('latin1', 0, 2_000))?.[1];
  return new ArchiveUnavailableError(`the server answers ${status}${code === undefined ? '' : ` ${code}`}`);
}

function explain(error: unknown, signal: AbortSignal): ArchiveUnavailableError {
  if (signal.aborted) return new ArchiveUnavailableError('the server does not respond');
  const { code } = error as { code?: unknown };
  const reason = typeof code === 'string' ? `the connection failed (${code})` : 'the connection failed';
  return new ArchiveUnavailableError(reason, { cause: error });
}
