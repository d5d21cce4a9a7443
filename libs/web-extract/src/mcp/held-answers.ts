import { randomUUID } from 'node:crypto';

/**
 * Structured content of one request that was written in steps already. The protocol's library, which would write all of an answer at
 * once, carries a mark in its place; on the way out the mark is replaced.
 */
export class HeldAnswers {
  private readonly jsonOf = new Map<string, readonly Uint8Array[]>();

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
