/** The endpoint could not be reached, or broke the connection. */
export class NoConnection extends Error {
  constructor(options?: ErrorOptions) {
    super("the model's endpoint is out of reach", options);
  }
}
