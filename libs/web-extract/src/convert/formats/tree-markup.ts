import type { PageMarkup, PageStatements } from '../../model/formats/output-format.js';
import type { PageProduct } from '../../model/page/schema-org.js';
import type { ConversionRequest } from '../../model/page/conversion.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import { collectImages } from '../links/collect-images.js';
import { collectLinks } from '../links/collect-links.js';
import { dataLayerProduct } from '../schema-org/data-layer-product.js';
import { pageOf } from '../schema-org/page-of.js';
import { openGraphProduct } from '../schema-org/open-graph-product.js';
import { inlineScripts, shownAmounts } from '../schema-org/page-scripts.js';
import { readProduct } from '../schema-org/read-product.js';
import { schemaObjects } from '../schema-org/schema-objects.js';
import { stateProduct } from '../schema-org/state-product.js';
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
  private amounts?: ReadonlySet<number>;

  constructor(private readonly document: DomTree) {}

  product() {
    const page = pageOf(this.document);
    const stated = readProduct(this.objects(), page);
    const hasPrice = stated?.variants.some(({ price }) => price !== undefined) ?? false;
    const product = hasPrice ? stated : (this.productOfData(page) ?? stated);
    if (!product) this.warnings.push(NO_PRODUCT);
    return product ?? undefined;
  }

  /** The product in data that only scripts and previews read, the first that states a price. */
  private productOfData(page: ReturnType<typeof pageOf>): PageProduct | null {
    const scripts = inlineScripts(this.document);
    return (
      stateProduct(scripts, page, () => (this.amounts ??= shownAmounts(this.document))) ??
      dataLayerProduct(scripts, page) ??
      openGraphProduct(this.document, page)
    );
  }

  objects() {
    return (this.known ??= schemaObjects(this.document));
  }
}
