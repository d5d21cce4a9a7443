/** An HTTP response as it was received, except for its content encodings. */
export interface KeptResponse {
  readonly statusCode: number;
  readonly statusText: string;
  /** In their order, with the names as sent. Cookies and credentials are masked. */
  readonly headers: readonly HeaderPair[];
  /** Text, or base64. */
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
  /** Why the body is incomplete; absent if it is complete. */
  readonly cut?: 'disconnect' | 'length';
}

export type HeaderPair = readonly [name: string, value: string];

/** The bytes of the body. */
export const bodyOf = ({ body, encoding }: Pick<KeptResponse, 'body' | 'encoding'>): Buffer =>
  Buffer.from(body, encoding);
