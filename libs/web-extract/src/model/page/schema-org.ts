/** An object that a page states in JSON-LD, microdata or RDFa, with the names of schema.org: `@type` is `type`, `@id` is `id`. */
export interface SchemaOrgObject {
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface ProductPrice {
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** As the page writes it. */
  readonly formatted?: string;
}

/** One form in which a product is sold. */
export interface ProductVariant {
  readonly id?: string;
  readonly sku?: string;
  readonly title?: string;
  /** What tells the variant from others, such as `{ color: 'red' }`. */
  readonly values?: Readonly<Record<string, string>>;
  readonly price?: ProductPrice;
  /** A higher list price is stated. */
  readonly sale?: boolean;
  readonly availability: {
    /** Also true where a price and no availability is stated. */
    readonly inStock: boolean;
    /** The term of schema.org, such as `InStock`. */
    readonly text?: string;
  };
  readonly images?: readonly { readonly url: string; readonly alt?: string }[];
}

/** The product of a page, as the page itself states it. */
export interface PageProduct {
  readonly title: string;
  readonly brand?: string;
  readonly category?: string;
  readonly url: string;
  readonly description?: string;
  /** At least one. */
  readonly variants: readonly ProductVariant[];
}
