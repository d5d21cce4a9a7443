import type { RedisConnection } from './redis-connection.js';

/** Commands to one Redis. A shard may be on another one later. */
export type RedisLink = Pick<RedisConnection, 'client' | 'explain' | 'subscriber'>;
