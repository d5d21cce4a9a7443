/** Who stands behind a key. Jobs belong to `owner`. */
export interface Principal {
  readonly owner: string;
}

/** Knows the accepted bearer keys. */
export abstract class KeyRing {
  /** @returns null when the key is not accepted */
  abstract find(key: string): Promise<Principal | null>;
}
