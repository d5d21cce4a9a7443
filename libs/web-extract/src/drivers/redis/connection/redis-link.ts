import type { RedisConnection } from './redis-connection.js';

/** Commands to Redis. */
export type RedisLink = Pick<RedisConnection, 'client' | 'explain' | 'subscriber'>;
