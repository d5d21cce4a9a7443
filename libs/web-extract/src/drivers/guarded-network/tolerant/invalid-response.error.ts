/** A response that is no HTTP, or that two readers would read differently. */
export class InvalidResponseError extends Error {
  readonly code = 'ERR_INVALID_RESPONSE';
}
