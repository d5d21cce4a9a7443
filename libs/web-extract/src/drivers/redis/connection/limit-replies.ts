import type { Readable } from 'node:stream';
import type { Cluster, Redis } from 'ioredis';
import { isCluster } from './redis-cluster.js';
import { ReplyLimiter } from './reply-limiter.js';

/** Holds the replies of all connections of a client, also later ones, to the bounds of `ReplyLimiter`. */
export function limitReplies<T extends Redis | Cluster>(client: T): T {
  if (isCluster(client)) return client.on('+node', (node: Redis) => limitReplies(node)) as T;
  return client.on('connect', () => limitStream((client as unknown as { stream: Readable }).stream)) as T;
}

/** ioredis adds its parser to the socket itself: replies are held to the bounds before the socket emits them. */
function limitStream(stream: Readable): void {
  const limiter = new ReplyLimiter();
  const push = stream.push.bind(stream);
  stream.push = (chunk: Buffer | null) => push(chunk === null ? null : limiter.pass(chunk));
}
