/** The list of Redis does not match the one that is stored in them: the application does not start. */
export class ShardMapError extends Error {
  override readonly name = 'ShardMapError';
}

/** The map that a Redis has cannot be read. */
export class DamagedMapError extends ShardMapError {
  constructor() {
    super(
      'The shard map in Redis is damaged, and no Redis of the list has a whole one: restore the key that ends with `:shards` from a backup',
    );
  }
}
