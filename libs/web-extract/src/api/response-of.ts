import type { ServerResponse } from 'node:http';

/** The response of Express, which is Node's, or of Fastify, which holds it. */
export type PlatformReply = ServerResponse | FastifyReply;

interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): void;
  getHeaders(): Readonly<Record<string, string | number | readonly string[] | undefined>>;
}

/** Node's response. */
export const rawReplyOf = (reply: PlatformReply): ServerResponse => ('hijack' in reply ? reply.raw : reply);

/** Node's response, to be written to directly. On Fastify the reply is taken over, with what hooks of the host have set. */
export function responseOf(reply: PlatformReply): ServerResponse {
  if (!('hijack' in reply)) return reply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  return reply.raw;
}
