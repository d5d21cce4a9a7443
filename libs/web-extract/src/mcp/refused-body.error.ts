/** A body that is not parsed. Told in the words of JSON-RPC. */
export class RefusedBodyError extends Error {
  constructor(
    readonly status: 400 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}
