/** Where the Redis of this run listens. Importing this file makes the setup start one. */
export const redisUrl = process.env.TEST_REDIS_URL ?? '';

/** The program that runs it, for specs that need a Redis of their own. */
export const redisProgram = process.env.TEST_REDIS_PROGRAM ?? '';

/** `describe` for behaviour that needs Redis: skipped if none could be started. */
export const describeWithRedis = redisUrl ? describe : describe.skip;
