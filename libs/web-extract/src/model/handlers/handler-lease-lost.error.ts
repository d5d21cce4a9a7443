/** The item of a handler belongs to another process now, or was handled already: the transaction must be rolled back. */
export class HandlerLeaseLostError extends Error {
  override readonly name = 'HandlerLeaseLostError';

  constructor(options?: ErrorOptions) {
    super(
      'The item is handled by another process, or was handled already: the transaction is rolled back',
      options,
    );
  }
}
