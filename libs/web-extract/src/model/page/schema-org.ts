/**
 * An object in JSON-LD, microdata or RDFa, with the property names of schema.org: `@type` is `type`, `@id` is
 * `id`.
 */
export interface SchemaOrgObject {
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface ProductPrice {
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency?: string;
  /** As written in the page. */
  readonly formatted?: string;
}

/** A variant of a product. */
export interface ProductVariant {
  readonly id?: string;
  readonly sku?: string;
  readonly title?: string;
  /** Properties that distinguish the variant, such as `{ color: 'red' }`. */
  readonly values?: Readonly<Record<string, string>>;
  readonly price?: ProductPrice;
  /** Present if the page states a higher price from before a discount. */
  readonly sale?: { readonly originalPrice: ProductPrice };
  readonly availability: {
    /** Also true if a price but no availability is stated. */
    readonly inStock: boolean;
    /** The schema.org term, such as `InStock`. */
    readonly text?: string;
  };
  readonly images?: readonly { readonly url: string; readonly alt?: string }[];
}

/** The product of a page, as stated in its structured data, embedded state, analytics data or Open Graph price. */
export interface PageProduct {
  readonly title: string;
  readonly brand?: string;
  readonly category?: string;
  readonly url: string;
  readonly description?: string;
  /** At least one. */
  readonly variants: readonly ProductVariant[];
}
