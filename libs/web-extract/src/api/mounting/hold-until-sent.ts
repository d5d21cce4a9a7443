import { StreamableFile } from '@nestjs/common';
import { holdsMemory } from '../../model/page/held-memory.js';
import type { AnswerBytes } from '../../services/memory/answer-bytes.js';
import type { AnswerClient } from '../../services/memory/answer-client.js';
import { weigh } from '../../services/memory/weigh.js';
import { ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { whenOver } from '../client/when-over.js';
import { rawOf } from '../gate/pre-auth-body-guard.js';
import { actionResultsIn } from './release-memory.js';
import { rawReplyOf, type PlatformReply } from '../response-of.js';

/** Answers up to this size are as cheap as the headers of their requests. */
const FREE_BYTES = 16 * 1024;

/** A response of Express, or a reply of Fastify, with its request. */
interface RequestedResponse {
  readonly req?: IncomingRequest;
  readonly request?: IncomingRequest;
}

/**
 * Counts the bytes of an answer until the client has taken it, or is gone.
 *
 * @returns undefined for small answers; a promise where the answer has to wait for room
 * @throws RateLimitedError when too many answers of the owner wait already; the promise, when there is no room in time
 */
export function holdUntilSent(
  response: object,
  body: unknown,
  answers: AnswerBytes,
): AnswerClient | undefined | Promise<AnswerClient> {
  const { req, request = req } = response as RequestedResponse;
  if (!request?.webExtractPrincipal || body instanceof StreamableFile) return undefined;
  const bytes = weigh(body) - weighHeld(body);
  if (bytes <= FREE_BYTES) return undefined;
  const client = answers.client(ownerOf(request));
  const raw = rawReplyOf(response as PlatformReply);
  client.onSlow = () => raw.destroy();
  const waiting = client.tryHold(response, bytes) ? null : new AbortController();
  whenOver(rawOf(request), raw, () => {
    waiting?.abort(null); // without a reason Node creates a DOMException with a stack trace
    client.release();
  });
  return waiting ? client.holdWhenFree(response, bytes, waiting.signal).then(() => client) : client;
}

/** Bytes of action results, which have a bound of their own until then. */
const weighHeld = (body: unknown): number =>
  actionResultsIn(body)
    .filter(holdsMemory)
    .reduce((sum, result) => sum + weigh(result), 0);
