import type { PageMarkup, PageStatements } from '../../model/formats/output-format.js';
import type { ConversionRequest } from '../../model/page/conversion.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { collectImages } from '../links/collect-images.js';
import { collectLinks } from '../links/collect-links.js';
import { pageOf } from '../schema-org/page-of.js';
import { openGraphProduct } from '../schema-org/open-graph-product.js';
import { readProduct } from '../schema-org/read-product.js';
import { schemaObjects } from '../schema-org/schema-objects.js';
import { readAttributes } from '../selectors/read-attributes.js';

interface MarkupOptions extends Pick<ConversionRequest, 'attributes'> {
  readonly source?: () => string;
}

/** Reads the formats of the whole page from its tree. */
export class TreeMarkup implements PageMarkup {
  readonly warnings: string[] = [];

  constructor(
    private readonly document: DomTree,
    private readonly options: MarkupOptions,
  ) {}

  source(): string | null {
    return this.options.source?.() ?? null;
  }

  links() {
    return collectLinks(this.document);
  }

  images() {
    return collectImages(this.document);
  }

  attributes() {
    const { attributes, warnings } = readAttributes(this.document, this.options.attributes ?? []);
    this.warnings.push(...warnings);
    return attributes;
  }
}

const NO_PRODUCT = 'The page states no product, or several';

/** Reads the formats of structured data from the tree of a page. */
export class TreeStatements implements PageStatements {
  readonly warnings: string[] = [];
  private known?: ReturnType<typeof schemaObjects>;

  constructor(private readonly document: DomTree) {}

  product() {
    const page = pageOf(this.document);
    const stated = readProduct(this.objects(), page);
    const hasPrice = stated?.variants.some(({ price }) => price !== undefined) ?? false;
    const product = hasPrice ? stated : (openGraphProduct(this.document, page) ?? stated);
    if (!product) this.warnings.push(NO_PRODUCT);
    return product ?? undefined;
  }

  objects() {
    return (this.known ??= schemaObjects(this.document));
  }
}
