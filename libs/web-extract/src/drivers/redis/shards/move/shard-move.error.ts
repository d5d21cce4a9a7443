/** Shards cannot be moved. The message says what to do. */
export class ShardMoveError extends Error {
  override readonly name = 'ShardMoveError';
}
