import type { IncomingMessage } from 'node:http';
import { PayloadTooLargeException } from '@nestjs/common';
import { RequestTimeoutError } from '../../model/errors.js';
import type { ApiKeyGuard, IncomingRequest } from './api-key.guard.js';
import { discardBody } from './discard-body.js';
import { boundJson } from './bound-json.js';
import { readKeptBody } from '../bodies/kept-body.js';
import { readUpload } from '../uploads/read-upload.js';
import { notJson } from '../bodies/read-body.pipe.js';

/** Longest time for a body to arrive, from its headers on: our largest bodies are a few hundred kilobytes. */
const RECEIVE_MS = 60_000;

/** A request as the gate needs it, of Express or Fastify. */
export type GatedRequest = IncomingRequest & { readonly method: string };

/** How the body of a route is read: by the platform as JSON, here as a form with a file, or here and kept as it came. */
export type BodyKind = 'json' | 'upload' | 'kept';

/** What the gate must know of the route that a request is for. */
export interface GatedRoute {
  /** Answers without a key. */
  readonly isOpen: boolean;
  readonly body: BodyKind;
}

/** Where a refused request gets its answer. */
type Refuse = (error: unknown) => void;

/**
 * Stands before the parser of bodies: nothing is parsed for a caller without a key, nothing but JSON is parsed at all, and
 * nobody sends for ever. Requests without a body pass; the guard of their route looks at them.
 */
export class BodyGate {
  constructor(
    private readonly guard: ApiKeyGuard,
    private readonly maxBytes: number,
  ) {}

  /** @param refuse answers; called once at most, and then the request is at its end */
  async admit(request: GatedRequest, { isOpen, body }: GatedRoute, refuse: Refuse): Promise<boolean> {
    if (!hasBody(request)) return true;
    if (body === 'json') boundJson(rawOf(request));
    try {
      if (isOpen) refuseLarge(request);
      else await this.guard.admit(request);
      if (body !== 'json') await this.receive(request, body);
      else if (request.method === 'POST' && !isJson(request)) throw notJson();
    } catch (error) {
      await discardBody(rawOf(request));
      refuse(error);
      return false;
    }
    if (body === 'json') limitReceiving(rawOf(request), refuse);
    return true;
  }

  /** Reads a body in place of the platform's parsers, which would not know what to do with it. */
  private async receive(request: GatedRequest, kind: 'upload' | 'kept'): Promise<void> {
    const raw = rawOf(request);
    const timer = setTimeout(() => raw.destroy(new RequestTimeoutError(RECEIVE_MS)), RECEIVE_MS);
    try {
      if (kind === 'upload') request.webExtractUpload = await readUpload(raw, this.maxBytes);
      else request.webExtractBody = await readKeptBody(raw, this.maxBytes);
    } finally {
      clearTimeout(timer);
    }
    const headers = request.headers as Record<string, unknown>;
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name];
  }
}

/** The request of Node behind those of Express, which extend it, and of Fastify, which hold it. */
export function rawOf(request: IncomingRequest): IncomingMessage {
  return ((request as { readonly raw?: unknown }).raw ?? request) as IncomingMessage;
}

/** Bytes of a body that nobody needs a key for, stated ahead. */
const MAX_OPEN_BYTES = 4 * 1024;

function refuseLarge({ headers }: IncomingRequest): void {
  if (!(Number(headers['content-length']) <= MAX_OPEN_BYTES)) throw new PayloadTooLargeException();
}

/** @see RFC 9112, section 6.3 */
export function hasBody({ headers }: IncomingRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Pages of other sites may send forms and plain text with their visitors' rights, but no JSON: that takes a preflight.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
function isJson({ headers }: IncomingRequest): boolean {
  const type = headers['content-type'];
  return typeof type === 'string' && /^\s*application\/json\s*(?:;|$)/i.test(type);
}

function limitReceiving(request: IncomingMessage, refuse: Refuse): void {
  if (request.complete) return;
  const timer = setTimeout(() => {
    refuse(new RequestTimeoutError(RECEIVE_MS));
    void discardBody(request);
  }, RECEIVE_MS);
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}
