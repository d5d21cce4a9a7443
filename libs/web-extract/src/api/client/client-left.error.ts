/** The client of a request closed its connection before the answer was there: whatever becomes of it, nobody reads it. */
export class ClientLeftError extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('The client closed the connection before its answer was there');
  }
}
