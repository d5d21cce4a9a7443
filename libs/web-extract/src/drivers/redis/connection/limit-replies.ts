import type { Readable } from 'node:stream';
import type { Cluster, Command, Redis } from 'ioredis';
import { isCluster } from './redis-cluster.js';
import { REFUSAL, ReplyLimiter } from './reply-limiter.js';

/** Holds the replies of all connections of a client, also later ones, to the bounds of `ReplyLimiter`. */
export function limitReplies<T extends Redis | Cluster>(client: T): T {
  if (isCluster(client)) return client.on('+node', (node: Redis) => limitReplies(node)) as T;
  failWholly(client as Redis);
  return client.on('connect', () => limitStream((client as unknown as { stream: Readable }).stream)) as T;
}

/** ioredis adds its parser to the socket itself: replies are held to the bounds before the socket emits them. */
function limitStream(stream: Readable): void {
  const limiter = new ReplyLimiter();
  const push = stream.push.bind(stream);
  stream.push = (chunk: Buffer | null) => push(chunk === null ? null : limiter.pass(chunk));
}

/** A value that was dropped inside a list fails its command: a list with an error in it would be taken for rows. */
function failWholly(client: Redis): void {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, ...rest) => {
    const { transformReply } = command as unknown as { transformReply(reply: unknown): unknown };
    const transform = transformReply.bind(command);
    Object.assign(command, { transformReply: (reply: unknown) => transform(whole(reply)) });
    return send(command as Command, ...rest);
  };
}

function whole(reply: unknown): unknown {
  if (!Array.isArray(reply)) return reply;
  for (const part of reply as readonly unknown[]) {
    if (part instanceof Error && part.message.includes(REFUSAL)) throw part;
    whole(part);
  }
  return reply;
}
