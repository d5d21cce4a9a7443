import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import { highlightsOf } from './highlights/highlights-of.js';
import { chunksOf } from './chunks/chunks-of.js';
import { pageHeadings } from './chunks/heading-ids.js';
import { cleanPage } from './content/cleaning/clean-page.js';
import { listRemoved } from './content/list-removed.js';
import { readStatements } from './content/block-features/page-statements.js';
import { prune } from './content/cleaning/prune.js';
import { selectFile } from './content/select-file.js';
import { passOver, selectContent, type ContentSelection } from './content/select-content.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import type { MarkdownOptions } from '../model/page/markdown-options.js';
import type { PageMetadata, RemovedPart } from '../model/page/page.js';
import type { PageFormat } from '../model/page/page-request.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { toCleanHtml } from '@web-extract/documents/markup/dom/to-clean-html.js';
import { collectAnchors, collectLinks } from './links/collect-links.js';
import { collectImages } from './links/collect-images.js';
import { readAttributes } from './selectors/read-attributes.js';
import { frontMatter } from './markdown/front-matter.js';
import type { MarkdownRules } from './markdown/host-rules/markdown-rules.js';
import { toMarkdown } from './markdown/to-markdown.js';
import { readStatedData } from './stated/read-stated-data.js';
import { browserHint } from './browser-hint.js';
import type { StageClock } from './stage-clock.js';
import { pageOf } from './schema-org/page-of.js';
import { readProduct } from './schema-org/read-product.js';
import { schemaObjects } from './schema-org/schema-objects.js';
import { readMetadata } from './metadata/read-metadata.js';

/** Options of {@link convertHtml}. */
type HtmlConversionOptions = Omit<
  ConversionRequest,
  'body' | 'contentType' | 'statusCode' | 'parsePdf' | 'documents'
> &
  Partial<Pick<ConversionRequest, 'statusCode'>> & {
    /** True if the tree was read from a document. */
    readonly isDocument?: boolean;
    /** True if the tree contains no hidden parts. */
    readonly isClean?: boolean;
    /** Markdown rules of the host. */
    readonly rules?: MarkdownRules;
    /** Measures the stages. */
    readonly clock?: StageClock;
  };

/**
 * Converts the text of an HTML page to its formats. Pure and synchronous.
 *
 * @throws InvalidRequestError for an invalid selector
 */
export function convertHtml(html: string, options: HtmlConversionOptions): Conversion {
  const document = parseHtml(html, options.url);
  const wantsSource = options.formats.includes('rawHtml');
  return { ...convertTree(document, options), rawHtml: wantsSource ? html : null };
}

/**
 * Converts the tree of a page or a document to its formats, except `rawHtml`. The tree is modified and cannot
 * be reused.
 *
 * @throws InvalidRequestError for an invalid selector
 */
export function convertTree(document: DomTree, options: HtmlConversionOptions): Conversion {
  const wants = new Set(options.formats);
  // Data of the whole page is read before the tree is reduced to its content.
  const metadata = readMetadata(document);
  const links = wants.has('links') ? collectLinks(document) : null;
  const images = wants.has('images') ? { images: collectImages(document) } : {};
  const read = wants.has('attributes') ? readAttributes(document, options.attributes ?? []) : null;
  const anchors = options.collectAnchors ? collectAnchors(document) : null;
  const structuredData = statesData(wants) ? JSON.stringify(readStatedData(document)) : null;
  const stated = statedFormats(document, wants);
  options.clock?.enter('choose');
  const content = takeContent(document, options, wants);
  const hint = browserHint(document, content, content.customElements);
  options.clock?.enter('write');
  const headings = wants.has('chunks') ? pageHeadings(content.root) : [];
  const rules = options.rules?.forPage(content.root, document.baseUrl);
  const write = (markdownOptions?: MarkdownOptions) =>
    toMarkdown(content.root, {
      removeBase64Images: options.removeBase64Images,
      ...(rules && { rules }),
      ...(markdownOptions && { markdownOptions }),
      baseUrl: document.baseUrl,
    });
  const markdown = wants.has('markdown') ? write(options.markdownOptions) : null;
  const isSame = !rules && options.markdownOptions?.links !== 'reference';
  const forChunks = () => (isSame && markdown !== null ? markdown : write(chunked(options)));
  return {
    metadata,
    markdown: markdown && withFrontMatter(markdown, document.url, metadata, options.markdownOptions),
    ...(wants.has('chunks')
      ? chunksOf({ markdown: forChunks(), headings, metadata }, { ...options, url: document.url })
      : {}),
    ...(wants.has('highlights')
      ? highlightsOf({ markdown: forChunks(), metadata }, { ...options, url: document.url })
      : {}),
    ...images,
    ...(read ? { attributes: read.attributes } : {}),
    ...stated,
    html: wants.has('html') ? toCleanHtml(content.root, document.baseUrl) : null,
    rawHtml: null,
    links,
    anchors,
    structuredData,
    quality: qualityOf(content),
    ...(content.vote ? { vote: content.vote } : {}),
    ...(content.settledBy == null ? {} : { settledBy: content.settledBy }),
    browserHint: hint,
    fetchedBy: 'http',
    warnings: [
      ...(document.truncated ? [TRUNCATED] : []),
      ...(read?.warnings ?? []),
      ...(wants.has('product') && !stated.product ? [NO_PRODUCT] : []),
      ...(rules?.warnings ?? []),
    ],
  };
}

const TRUNCATED = 'The page is too large or too deep; parts of it were flattened or left out.';

export const NO_PRODUCT = 'The page states no product, or several';

const statesData = (wants: ReadonlySet<PageFormat>): boolean =>
  wants.has('extraction') || wants.has('structuredData');

/** Returns the structured data that the formats require. */
function statedFormats(
  document: DomTree,
  wants: ReadonlySet<PageFormat>,
): Pick<Conversion, 'product' | 'schemaOrg'> {
  if (!wants.has('product') && !wants.has('schemaOrg')) return {};
  const objects = schemaObjects(document);
  const product = wants.has('product') ? readProduct(objects, pageOf(document)) : null;
  return { ...(product ? { product } : {}), ...(wants.has('schemaOrg') ? { schemaOrg: objects } : {}) };
}

function withFrontMatter(
  markdown: string,
  url: string,
  metadata: PageMetadata,
  options: MarkdownOptions = {},
): string {
  return options.frontMatter ? frontMatter(url, metadata) + markdown : markdown;
}

/** Chunks are self-contained: their links cannot refer to the end of the page. */
function chunked({ markdownOptions = {} }: HtmlConversionOptions): MarkdownOptions {
  return markdownOptions.links === 'reference' ? { ...markdownOptions, links: 'inline' } : markdownOptions;
}

/** Formats that require the content of a page. */
const OF_CONTENT: readonly PageFormat[] = ['markdown', 'html', 'chunks', 'highlights', 'quality'];

interface TakenContent extends ContentSelection {
  /** Names of the page's custom elements. */
  readonly customElements: ReadonlySet<string>;
  readonly removedParts?: readonly RemovedPart[];
}

/** Cleans the page in place, and reduces it to its content if a format requires it. */
function takeContent(
  document: DomTree,
  options: HtmlConversionOptions,
  wants: ReadonlySet<PageFormat>,
): TakenContent {
  if (options.isDocument && !hasSelectors(options)) {
    if (!options.isClean) cleanPage(document);
    return { ...selectFile(document), customElements: new Set() };
  }
  const statements = readStatements(document);
  const { customElements } = statements.signs;
  cleanPage(document);
  if (!OF_CONTENT.some((format) => wants.has(format)))
    return { ...passOver(document, statements, options), customElements };
  const content = selectContent(document, statements, options);
  const removedParts = wants.has('quality') ? { removedParts: listRemoved(content.removed) } : {};
  prune(content.removed);
  return { ...content, ...removedParts, customElements };
}

function hasSelectors({ includeSelectors, excludeSelectors }: HtmlConversionOptions): boolean {
  return includeSelectors.length > 0 || excludeSelectors.length > 0;
}

function qualityOf({
  textShare,
  pageType,
  candidate,
  reason,
  flags,
  removedParts,
}: TakenContent): Conversion['quality'] {
  const removed = removedParts ? { removed: removedParts } : {};
  return { textShare, pageType, candidate, reason, flags, ...removed };
}
