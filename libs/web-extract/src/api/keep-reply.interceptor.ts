import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { tap, type Observable } from 'rxjs';
import { jsonStream } from './json-document-stream.js';
import { isLargeAnswer, jsonInSteps } from './json-in-steps.js';

/** What our handlers answered, by the response that it is for. */
export class KeptReplies {
  private readonly replies = new WeakMap<object, { readonly body: unknown }>();

  keep(response: object, body: unknown): void {
    this.replies.set(response, { body });
  }

  /** What is to be sent: our own answer, whatever has become of it since, a large one in steps; what others answer stays. */
  restore(response: object, body: unknown): unknown {
    const kept = this.replies.get(response);
    if (!kept) return body;
    return isLargeAnswer(kept.body) ? jsonStream(jsonInSteps(kept.body)) : kept.body;
  }
}

/**
 * Bound to our controllers, inside of all interceptors of the host: remembers what a handler answers.
 *
 * Hosts wrap the answers of their own controllers, as `{ data: … }` for example. What clients of ours read is a contract of its
 * own: interceptors of the host see our answers, and may set headers and the status, but their bodies are not sent.
 */
@Injectable()
export class KeepReplyInterceptor implements NestInterceptor {
  constructor(private readonly replies: KeptReplies) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<object>();
    return next.handle().pipe(tap((body) => this.replies.keep(response, body)));
  }
}
