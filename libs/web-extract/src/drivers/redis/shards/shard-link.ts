import { UnavailableError } from '../../../model/errors.js';
import { ADVISED_SECONDS } from '../../../model/retry/policies.js';
import type { RedisConnection } from '../connection/redis-connection.js';
import type { RedisLink } from '../connection/redis-link.js';

/** Commands to a Redis that is away fail at once: others of the list go on meanwhile. */
export function linkTo(connection: () => RedisConnection): RedisLink {
  return {
    get client() {
      const { isUp, client } = connection();
      if (!isUp) throw unknownPlace();
      return client;
    },
    subscriber: () => connection().subscriber(),
    explain: (error) => (error instanceof UnavailableError ? error : connection().explain(error)),
  };
}

export const beingMoved = (): UnavailableError =>
  new UnavailableError('The shard is being moved to another Redis', ADVISED_SECONDS.store);

export const unknownPlace = (): UnavailableError =>
  new UnavailableError('Redis is out of reach', ADVISED_SECONDS.store);
