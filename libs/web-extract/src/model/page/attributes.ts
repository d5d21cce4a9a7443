/** An attribute to read from all elements that match a selector. */
export interface AttributeSelector {
  /** The limits of `includeSelectors` apply to both together. */
  readonly selector: string;
  readonly attribute: string;
}

export interface AttributeValues extends AttributeSelector {
  /** In document order, as written in the page: URLs are neither resolved nor checked. */
  readonly values: readonly string[];
}
