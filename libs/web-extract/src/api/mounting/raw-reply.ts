import { Res, type Type } from '@nestjs/common';
import { bodyStream, jsonStream } from '../jobs/streams/json-document-stream.js';
import type { ActivityRecorder, AnsweredResponse } from '../activity/activity-recorder.js';
import { isLargeAnswer, jsonInSteps, textInSteps } from '../../model/json-in-steps.js';
import type { AnswerBytes } from '../../services/memory/answer-bytes.js';
import type { AnswerClient } from '../../services/memory/answer-client.js';
import { holdUntilSent } from './hold-until-sent.js';
import { releaseWhenSent } from './release-memory.js';
import { markOfHandler } from './route-metadata.js';
import { handlersOf, withMetadataOf, type Handler } from './route-handlers.js';

/** Metadata key of Nest: the parameters of a handler, each with its index. */
const PARAMETERS = '__routeArguments__';
/** Member of mounted controllers: lists accepted requests. */
export const RECORDER = 'webExtractRecorder';
const KEPT = Symbol('web-extract:reply');

/** A response with the return value of our handler. */
interface KeepingResponse extends AnsweredResponse {
  [KEPT]?: { readonly body: unknown } | undefined;
}

/** A mounted controller. */
interface Recording {
  readonly [RECORDER]?: ActivityRecorder;
}

/**
 * Makes the handlers of `controller` leave their answers at the response, inside of all interceptors.
 *
 * Hosts wrap the answers of their own controllers, as `{ data: … }` for example. What clients of ours read is a contract of its
 * own: interceptors of the host see our answers, and may set headers and the status, but their bodies are not sent. No interceptor
 * of our own: a handler that has one costs a chain of observables for each request.
 */
export function sendRawReplies(controller: Type<object>): void {
  const prototype = controller.prototype as object;
  for (const [name, handler] of handlersOf(prototype)) {
    const last = parametersOf(controller, name);
    Res({ passthrough: true })(prototype, name, last);
    const mark = markOfHandler(handler);
    const keeping = async function (this: Recording, ...args: unknown[]): Promise<unknown> {
      const response = args[last] as KeepingResponse | undefined; // none where a handler calls another
      const body = await handler.apply(this, args.slice(0, last));
      if (response) response[KEPT] = { body };
      if (response && mark) this[RECORDER]?.record(mark, response, body);
      return body;
    };
    const value = withMetadataOf(handler, keeping as Handler);
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
  }
}

/** Checks for an answer of our handlers, before {@link restoreReply}. */
export const isOurReply = (response: object): boolean => (response as KeepingResponse)[KEPT] !== undefined;

/**
 * Replaces the body of a response by the answer of our handler, a large one in steps. Answers of other handlers stay.
 *
 * @returns a promise where the answer waits until clients of its owner have read others
 * @throws RateLimitedError when the owner reads too few of its answers; the promise as well
 */
export function restoreReply(response: object, body: unknown, answers: AnswerBytes): unknown {
  const kept = (response as KeepingResponse)[KEPT];
  if (!kept) return body;
  (response as KeepingResponse)[KEPT] = undefined; // each registration of the module asks; deleting makes objects slow
  releaseWhenSent(response, kept.body);
  const client = holdUntilSent(response, kept.body, answers);
  return client instanceof Promise
    ? client.then((one) => inSteps(kept.body, one))
    : inSteps(kept.body, client);
}

function inSteps(body: unknown, client: AnswerClient | undefined): unknown {
  if (!isLargeAnswer(body)) return body;
  return typeof body === 'string'
    ? bodyStream(textInSteps(body), 'text/markdown; charset=utf-8', client)
    : jsonStream(jsonInSteps(body), client);
}

function parametersOf(controller: Type<object>, name: string): number {
  const declared = (Reflect.getMetadata(PARAMETERS, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  return Math.max(-1, ...Object.values(declared).map(({ index }) => index)) + 1;
}
