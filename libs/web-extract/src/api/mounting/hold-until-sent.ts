import { StreamableFile } from '@nestjs/common';
import { RateLimitedError } from '../../model/errors.js';
import { holdsMemory } from '../../model/page/held-memory.js';
import type { AnswerBytes } from '../../services/memory/answer-bytes.js';
import type { AnswerClient } from '../../services/memory/answer-client.js';
import { weigh } from '../../services/memory/weigh.js';
import { ownerOf, type IncomingRequest } from '../gate/api-key.guard.js';
import { whenOver } from '../client/when-over.js';
import { rawOf } from '../gate/body-gate.js';
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
 * @returns undefined for small answers
 * @throws RateLimitedError when clients of the owner do not take their answers, and there is no room for this one
 */
export function holdUntilSent(
  response: object,
  body: unknown,
  answers: AnswerBytes,
): AnswerClient | undefined {
  const { req, request = req } = response as RequestedResponse;
  if (!request?.webExtractPrincipal || body instanceof StreamableFile) return undefined;
  const bytes = weigh(body) - weighHeld(body);
  if (bytes <= FREE_BYTES) return undefined;
  const client = answers.client(ownerOf(request));
  if (!client.tryHold(response, bytes))
    throw new RateLimitedError('too many bytes of answers are not read', 1);
  const raw = rawReplyOf(response as PlatformReply);
  client.onSlow = () => raw.destroy();
  whenOver(rawOf(request), raw, () => client.release());
  return client;
}

/** Bytes of action results, which have a bound of their own until then. */
const weighHeld = (body: unknown): number =>
  actionResultsIn(body)
    .filter(holdsMemory)
    .reduce((sum, result) => sum + weigh(result), 0);
