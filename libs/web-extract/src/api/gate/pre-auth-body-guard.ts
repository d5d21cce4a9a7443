import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger, PayloadTooLargeException } from '@nestjs/common';
import { RequestTimeoutError } from '../../model/errors.js';
import type { AnswerBytes } from '../../services/memory/answer-bytes.js';
import type { RequestBytes, RequestShare } from '../../services/memory/request-bytes.js';
import { ownerOf, type ApiKeyGuard, type IncomingRequest } from './api-key.guard.js';
import { discardBody } from './discard-body.js';
import { countJson } from '../bodies/count-json.js';
import { boundJson } from './bound-json.js';
import { readKeptBody } from '../bodies/kept-body.js';
import { ClientLeftError } from '../client/client-left.error.js';
import { whenOver } from '../client/when-over.js';
import type { UploadFolder } from '../uploads/upload-folder.js';
import type { Upload } from '../uploads/upload.js';
import { readUpload } from '../uploads/read-upload.js';
import { notJson } from '../bodies/read-body.pipe.js';
import type { BodyKind } from './body-kind.js';

/** Longest time for a body to arrive, from its headers on: our largest bodies are a few hundred kilobytes. */
const RECEIVE_MS = 60_000;

/** A request as the gate needs it, of Express or Fastify. */
export type GatedRequest = IncomingRequest & { readonly method: string };

/** Route properties needed before a body is read. */
export interface GatedRoute {
  /** Answers without a key. */
  readonly isOpen: boolean;
  readonly body: BodyKind;
}

/** Response channels of a request. */
export interface Exchange {
  readonly response: ServerResponse;
  /** Answers with an error. */
  readonly refuse: (error: unknown) => void;
}

/** Storage for request bodies until their responses are sent, and for responses until they are received. */
export abstract class BodyStores {
  abstract readonly bytes: RequestBytes;
  abstract readonly answers: AnswerBytes;
  /** Null where no route takes files. */
  abstract readonly folder: UploadFolder | null;
}

/**
 * Checks requests before the body parsers: a body is parsed only with a valid key, only JSON is parsed, and the time
 * for sending it is limited. Body memory is limited by owner and in total. Requests without a body pass; the guard of
 * their route checks them.
 */
export class PreAuthBodyGuard {
  private readonly logger = new Logger('WebExtract');

  constructor(
    private readonly guard: ApiKeyGuard,
    private readonly maxBytes: number,
    private readonly stores: BodyStores,
  ) {}

  /** @returns whether the request goes on; else it has been refused */
  async admit(request: GatedRequest, route: GatedRoute, exchange: Exchange): Promise<boolean> {
    if (!hasBody(request)) return true;
    if (route.body === 'json') boundJson(rawOf(request));
    try {
      if (route.isOpen) refuseLarge(request);
      else await this.guard.admit(request);
      if (route.body !== 'json') await this.receive(request, route.body, exchange);
      else this.admitJson(request, route, exchange);
    } catch (error) {
      if (error instanceof ClientLeftError) this.logger.debug(error.message);
      await discardBody(rawOf(request));
      exchange.refuse(error);
      return false;
    }
    return true;
  }

  /** Leaves a body to the parser of the platform, within bounds. */
  private admitJson(request: GatedRequest, { isOpen }: GatedRoute, exchange: Exchange): void {
    if (request.method === 'POST' && !isJson(request)) throw notJson();
    const raw = rawOf(request);
    const refuse = (error: unknown) => {
      exchange.refuse(error);
      void discardBody(raw);
    };
    if (!isOpen) countJson(raw, this.begin(request, exchange), refuse);
    limitReceiving(raw, refuse);
  }

  private begin(request: GatedRequest, { response }: Exchange): RequestShare {
    const share = this.stores.bytes.begin(ownerOf(request));
    whenOver(rawOf(request), response, () => share.release());
    return share;
  }

  private readUpload(raw: IncomingMessage, share: RequestShare): Promise<Upload> {
    return readUpload(raw, { maxBytes: this.maxBytes, folder: this.stores.folder!, share });
  }

  /** Reads a body in place of the platform's parsers, which would not know what to do with it. */
  private async receive(request: GatedRequest, kind: 'upload' | 'kept', exchange: Exchange): Promise<void> {
    const raw = rawOf(request);
    const share = this.begin(request, exchange);
    const timer = setTimeout(() => raw.destroy(new RequestTimeoutError(RECEIVE_MS)), RECEIVE_MS);
    try {
      if (kind === 'upload') request.webExtractUpload = await this.readUpload(raw, share);
      else request.webExtractBody = await readKeptBody(raw, this.maxBytes, share);
    } catch (error) {
      share.release();
      throw error;
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

/** Maximum declared body size of routes without authentication, in bytes. */
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

function limitReceiving(request: IncomingMessage, refuse: Exchange['refuse']): void {
  if (request.complete) return;
  const timer = setTimeout(() => refuse(new RequestTimeoutError(RECEIVE_MS)), RECEIVE_MS);
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer));
}
