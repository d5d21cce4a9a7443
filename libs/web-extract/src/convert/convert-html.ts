import type { Conversion, ConversionRequest } from '../model/page/conversion.js';
import { computeFormats, CONTENT_FORMATS, NO_FORMATS } from '../model/formats/select-formats.js';
import { cleanPage } from './content/cleaning/clean-page.js';
import { listRemoved } from './content/list-removed.js';
import { readStatements } from './content/block-features/page-statements.js';
import { prune } from './content/cleaning/prune.js';
import { writeCaptions } from './content/repair/restore-figures.js';
import { appendRest } from './content/repair/restore-rest.js';
import { selectFile } from './content/select-file.js';
import { passOver, selectContent, type ContentSelection } from './content/select-content.js';
import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import type { RemovedPart } from '../model/page/page.js';
import type { PageFormat } from '../model/formats/page-formats.js';
import { parseHtml } from '@web-extract/documents/markup/parse/parse-html.js';
import { collectAnchors, sitemapLink } from './links/collect-links.js';
import { encodeQueries } from './links/encode-queries.js';
import { onwardPages } from './links/onward-pages.js';
import { includeFrames } from './include-frames.js';
import type { MarkdownRules } from './markdown/host-rules/markdown-rules.js';
import { readStatedData } from './stated/read-stated-data.js';
import { browserHint } from './browser-hint.js';
import { runOnTree } from './extractor/run-extractor.js';
import type { StageClock } from './stage-clock.js';
import { TreeContent } from './formats/tree-content.js';
import { TreeMarkup, TreeStatements } from './formats/tree-markup.js';
import { compileSelectors } from './selectors/compile-selectors.js';
import { readMetadata } from './metadata/read-metadata.js';

/** Options of {@link convertHtml}. */
export type HtmlConversionOptions = Omit<
  ConversionRequest,
  'body' | 'contentType' | 'statusCode' | 'parsePdf' | 'documents'
> &
  Partial<Pick<ConversionRequest, 'statusCode'>> & {
    /** Encoding of the page, if it is not UTF-8. */
    readonly encoding?: string;
    /** The page as sent. */
    readonly source?: () => string;
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
  if (options.encoding !== undefined) encodeQueries(document, options.encoding);
  if (options.frames) includeFrames(document, options.frames);
  return convertTree(document, { source: () => html, ...options });
}

/**
 * Converts the tree of a page or a document to its formats. The tree is modified and cannot be reused.
 *
 * @throws InvalidRequestError for an invalid selector
 */
export function convertTree(document: DomTree, options: HtmlConversionOptions): Conversion {
  const wants = new Set(options.formats);
  // Data of the whole page is read before the tree is reduced to its content.
  const metadata = readMetadata(document);
  const markup = new TreeMarkup(document, options);
  const statements = new TreeStatements(document);
  const ofPage = {
    ...computeFormats('markup', wants, markup),
    ...computeFormats('statements', wants, statements),
  };
  const { signSelector: sign } = options;
  const hasSign =
    sign !== undefined && compileSelectors([sign], ['signSelector']).findAll(document.root).length > 0;
  const onward = options.isDocument ? undefined : onwardPages(document);
  const { extractor: program, isDocument = false } = options;
  const extractor = program === undefined || isDocument ? undefined : runOnTree(program, document);
  const anchors = options.collectAnchors ? collectAnchors(document) : null;
  const sitemap = anchors && sitemapLink(document);
  const structuredData = statesData(wants) ? JSON.stringify(readStatedData(document)) : null;
  options.clock?.enter('choose');
  const content = takeContent(document, options, wants);
  const hint = browserHint(document, content, content.customElements);
  options.clock?.enter('write');
  const text = new TreeContent(content.root, { document, metadata, options });
  return {
    metadata,
    ...NO_FORMATS,
    ...computeFormats('content', wants, text),
    ...ofPage,
    anchors,
    structuredData,
    quality: qualityOf(content),
    ...(content.vote ? { vote: content.vote } : {}),
    ...(content.settledBy == null ? {} : { settledBy: content.settledBy }),
    ...(hasSign ? { hasSign } : {}),
    ...(extractor === undefined ? {} : { extractor }),
    ...(onward === undefined ? {} : { onward }),
    ...(sitemap === null ? {} : { sitemap }),
    browserHint: hint,
    fetchedBy: 'http',
    warnings: [
      ...(document.truncated ? [TRUNCATED] : []),
      ...(content.rest ? [FROM_STRUCTURED_DATA] : []),
      ...(content.isFromState ? [FROM_STATE] : []),
      ...markup.warnings,
      ...statements.warnings,
      ...text.warnings,
    ],
  };
}

const TRUNCATED = 'The page is too large or too deep; parts of it were flattened or left out.';

const FROM_STRUCTURED_DATA =
  'The page shows the beginning of its text only; the rest was read from its structured data (JSON-LD).';

const FROM_STATE =
  'The page shows no text without a browser; its text was read from the data of its framework (such as __NEXT_DATA__).';

const statesData = (wants: ReadonlySet<PageFormat>): boolean =>
  wants.has('extraction') || wants.has('structuredData');

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
  if (!options.formats.some((format) => CONTENT_FORMATS.has(format)))
    return { ...passOver(document, statements, options), customElements };
  const content = selectContent(document, statements, options);
  const removedParts = wants.has('quality') ? { removedParts: listRemoved(content.removed) } : {};
  prune(content.removed);
  writeCaptions(content.figures ?? []);
  if (content.rest) appendRest(content.rest);
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
