/** Who stands behind a key. Jobs belong to `owner`. */
export interface Principal {
  readonly owner: string;
}
