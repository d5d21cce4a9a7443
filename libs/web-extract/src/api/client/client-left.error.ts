/** The client closed the connection before the response was sent. The result of the request is not needed any more. */
export class ClientLeftError extends Error {
  override readonly name = 'AbortError';

  constructor() {
    super('The client closed the connection before its answer was there');
  }
}
