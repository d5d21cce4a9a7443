/** The list of Redis does not match the one that is stored in them: the application does not start. */
export class ShardMapError extends Error {
  override readonly name = 'ShardMapError';
}
