import { randomUUID } from 'node:crypto';
import type { AnswerClient } from '../services/memory/answer-client.js';
import { weigh } from '../services/memory/weigh.js';

/** Answers up to this size are as cheap as the headers of their requests. */
const FREE_BYTES = 16 * 1024;

/**
 * Answers of one request until they are sent. Their bytes are counted; structured content is written in steps. The protocol's library,
 * which would write all of an answer at once, carries a mark in its place; on the way out the mark is replaced.
 */
export class PlaceholderResults {
  private readonly jsonOf = new Map<string, readonly Uint8Array[]>();
  private readonly clients: AnswerClient[] = [];
  private readonly over = new AbortController();

  /** @param newClient creates the client that an answer is counted for */
  constructor(private readonly newClient: () => AnswerClient) {}

  /**
   * Counts an answer until `release`, and waits until there is room for it.
   * @throws RateLimitedError when there is none in time, or too many answers of the owner wait already
   */
  async count(answer: object, signal: AbortSignal): Promise<void> {
    const bytes = weigh(answer);
    if (bytes <= FREE_BYTES) return;
    const client = this.newClient();
    this.clients.push(client);
    if (client.tryHold(answer, bytes)) return;
    await client.holdWhenFree(answer, bytes, AbortSignal.any([signal, this.over.signal]));
  }

  /** Ends the counting and all waits, when the response has been taken. Idempotent. */
  release(): void {
    this.over.abort();
    for (const client of this.clients.splice(0)) client.release();
  }

  /** @returns what stands for it until then */
  hold(json: readonly Uint8Array[]): Record<string, unknown> {
    const mark = { held: randomUUID() }; // no page can guess it
    this.jsonOf.set(JSON.stringify(mark), json);
    return mark;
  }

  /** A response with everything in its place. The library writes each message as one chunk. */
  fillIn({ body, status, headers }: Response): Response {
    return new Response(body && ReadableStream.from(this.filled(body)), { status, headers });
  }

  private async *filled(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let next = this.firstIn(rest); next; next = this.firstIn(rest)) {
        yield rest.subarray(0, next.at);
        yield* next.json;
        rest = rest.subarray(next.at + next.length);
      }
      yield rest;
    }
  }

  private firstIn(bytes: Buffer) {
    const found = [...this.jsonOf].map(([mark, json]) => ({
      at: bytes.indexOf(mark),
      length: mark.length,
      json,
    }));
    return found.filter(({ at }) => at >= 0).sort((one, other) => one.at - other.at)[0];
  }
}
