import type { AnyNode, ParentNode } from 'domhandler';
import type { ContentRule } from '../../model/page/conversion.js';
import type { MarkdownOptions } from '../../model/page/markdown-options.js';
import type { KindDecision, TemplateSample, PathHash } from '../../model/page/page-kind.js';
import type { PageQuality, PageType, QualityFlag } from '../../model/page/page.js';
import {
  findElement,
  textOf,
  type DomTree,
  type PageElement,
} from '@web-extract/documents/markup/dom/nodes.js';
import { contentFromState, contentFromStructuredData } from './cleaning/fill-content.js';
import { rulesForHost } from './content-rules.js';
import { assessQuality } from './quality/assess-quality.js';
import { chooseCandidate } from './score/choose-candidate.js';
import { removeDuplicateBlocks } from './repair/remove-duplicate-blocks.js';
import { repairArticle } from './repair/repair-article.js';
import { dropReviews } from './repair/drop-reviews.js';
import { keepProduct } from './score/keep-product.js';
import { restOfText, type RestOfText } from './repair/restore-rest.js';
import { restoreFigures, type RestoredFigure } from './repair/restore-figures.js';
import { includeParts } from './repair/include-parts.js';
import { chooseInCrawl } from './templates/choose-in-crawl.js';
import { outlinePage, type PageOutline } from './block-features/page-outline.js';
import type { PageStatements } from './block-features/page-statements.js';
import { planRemoval, type BlockVerdicts, type RemovalReason } from './removal-plan.js';
import { removeAllBut, removeExcluded } from './selector-removal.js';
import { compileSelectors } from '../selectors/compile-selectors.js';

export interface ContentOptions {
  /** Choose the main content; otherwise all of the page is content. */
  readonly onlyMainContent: boolean;
  /** CSS selectors of what to keep. They replace the choice of main content. */
  readonly includeSelectors: readonly string[];
  /** CSS selectors of what to drop, after everything else. */
  readonly excludeSelectors: readonly string[];
  readonly contentRules: readonly ContentRule[];
  /** Names parts that are kept with the main content. */
  readonly markdownOptions?: Pick<MarkdownOptions, 'include'>;
  /** For a page of a crawl: where other pages of its site have their content. */
  readonly kinds?: readonly KindDecision[];
  /** HTTP status of the page. */
  readonly statusCode?: number;
  /** True if the page represents a document. */
  readonly isDocument?: boolean;
}

/** Which part of a page is its content, and why. Nothing is changed yet. */
export interface ContentSelection {
  /** Element whose children are the content, except those in `removed`. */
  readonly root: ParentNode;
  readonly removed: ReadonlyMap<AnyNode, RemovalReason>;
  readonly pageType: PageType;
  readonly candidate: PageQuality['candidate'];
  /** Why that candidate, in one sentence. */
  readonly reason: string;
  /** Pictures that stay without the text beside them. */
  readonly figures?: readonly RestoredFigure[];
  /** The rest of a text of which the page shows the beginning. */
  readonly rest?: RestOfText | null;
  /** The content was read from the data of a framework. */
  readonly isFromState?: true;
  /** Possible quality problems of the page. */
  readonly flags: readonly QualityFlag[];
  /** Characters of the visible text that are kept, 0 to 1; 1 when there is none. */
  readonly textShare: number;
  /** How many those are. */
  readonly keptChars: number;
  /** Vote for pages of the same template; absent if none was requested. */
  readonly vote?: TemplateSample | null;
  /** Kind of page whose decision was used; absent or null where the page was judged by itself. */
  readonly settledBy?: PathHash | null;
}

/**
 * Selects the content of a page. Pure: the document is not modified.
 *
 * @param statements result of {@link readStatements} before the page was cleaned
 * @throws InvalidRequestError for an invalid selector
 */
export function selectContent(
  document: DomTree,
  statements: PageStatements,
  options: ContentOptions,
): ContentSelection {
  const rules = rulesForHost(options.contentRules, document.url);
  const root = bodyOf(document);
  const chosen = findAll(
    root,
    [options.includeSelectors, 'includeSelectors'],
    [rules.include, 'contentRules'],
  );
  const excluded = findAll(
    root,
    [options.excludeSelectors, 'excludeSelectors'],
    [rules.exclude, 'contentRules'],
  );
  const outline = outlinePage(root);
  // A host rule that fits no longer must not empty the page; a selector of the request may.
  const isSelected = chosen.length > 0 || options.includeSelectors.length > 0;
  const selection = isSelected
    ? selectChosen(outline, chosen)
    : options.onlyMainContent
      ? selectMain(outline, statements, { ...options, document })
      : selectWhole(outline, 'The whole page was requested.');
  removeExcluded(excluded, selection.removed);
  const flags = flagsOf(selection, outline, statements, options);
  const allFlags: QualityFlag[] = selection.isUnsorted ? [...flags, 'unsorted'] : flags;
  return { ...selection, flags: allFlags, keptChars: charsOf(outline, selection.verdicts) };
}

/**
 * Used if no format requires the content: selects nothing and evaluates no selectors, but still assesses the
 * quality of the whole page.
 */
export function passOver(
  document: DomTree,
  statements: PageStatements,
  options: Pick<ContentOptions, 'statusCode' | 'isDocument'>,
): ContentSelection {
  const outline = outlinePage(bodyOf(document));
  const whole = selectWhole(outline, 'No requested format contains content.');
  return {
    ...whole,
    flags: flagsOf(whole, outline, statements, options),
    keptChars: charsOf(outline, whole.verdicts),
  };
}

function bodyOf({ root }: DomTree): ParentNode {
  return findElement(root, 'body') ?? root;
}

function flagsOf(
  { verdicts }: Selection,
  outline: PageOutline,
  statements: PageStatements,
  { statusCode, isDocument }: Pick<ContentOptions, 'statusCode' | 'isDocument'>,
): QualityFlag[] {
  return assessQuality({ outline, verdicts, statements, statusCode, isDocument });
}

/**
 * Returns all matches of any list. Each has separate limits: the rules of a host do not reduce those of a
 * request.
 */
function findAll(
  root: ParentNode,
  ...lists: readonly (readonly [selectors: readonly string[], path: string])[]
): PageElement[] {
  return lists.flatMap(([selectors, path]) =>
    selectors.length === 0 ? [] : compileSelectors(selectors, [path]).findAll(root),
  );
}

interface Selection extends Omit<ContentSelection, 'flags' | 'keptChars'> {
  readonly removed: Map<AnyNode, RemovalReason>;
  readonly verdicts: BlockVerdicts;
  readonly isUnsorted?: true;
}

interface MainOptions extends Pick<ContentOptions, 'kinds' | 'markdownOptions'> {
  readonly document: DomTree;
}

function selectMain(
  outline: PageOutline,
  statements: PageStatements,
  { kinds, document, markdownOptions = {} }: MainOptions,
): Selection {
  const {
    verdicts: chosen,
    decorations,
    ...choice
  } = kinds
    ? chooseInCrawl(outline, statements, kinds, document)
    : { ...chooseCandidate(outline, statements), decorations: [] };
  const { include = [] } = markdownOptions;
  const plain = include.includes('reviews') ? chosen : dropReviews(outline, chosen, statements);
  const article = repairArticle(outline, plain, {
    statements,
    pageType: choice.pageType,
    document,
    keepsRelated: include.includes('related'),
  });
  const included = include.length === 0 ? article : includeParts(outline, article, include);
  const unique = removeDuplicateBlocks(outline, included, choice.pageType);
  const verdicts = keepProduct(outline, unique, statements.product);
  const keptChars = charsOf(outline, verdicts);
  const shown = () => textOf(outline.root);
  const stated = contentFromStructuredData(statements.structuredData, shown, keptChars);
  if (stated) return { ...choice, verdicts, ...FROM_STRUCTURED_DATA, root: stated, removed: new Map() };
  const state = contentFromState(statements.scripts, shown, keptChars);
  if (state) return { ...choice, verdicts, ...FROM_STATE, root: state, removed: new Map() };
  const figures = restoreFigures(outline, verdicts);
  const rest = restOfText(statements.structuredData, outline, verdicts);
  const removed = planRemoval(outline, verdicts, new Set(figures.map(({ medium }) => medium)));
  for (const node of decorations) removed.set(node, 'decoration');
  return {
    ...choice,
    verdicts,
    root: outline.root,
    removed,
    figures,
    rest,
    textShare: shareOf(outline, verdicts),
  };
}

const FROM_STRUCTURED_DATA = {
  candidate: 'structured-data',
  reason: 'The page states more text in JSON-LD than it shows.',
  textShare: 1,
} as const;

const FROM_STATE = {
  candidate: 'structured-data',
  reason: 'The page shows no text; the data of its framework has one.',
  textShare: 1,
  isFromState: true,
} as const;

function selectWhole(outline: PageOutline, reason: string): Selection {
  return {
    root: outline.root,
    removed: new Map(),
    verdicts: outline.blocks.map(() => null),
    pageType: 'other',
    candidate: 'whole',
    reason,
    textShare: 1,
  };
}

function selectChosen(outline: PageOutline, chosen: readonly PageElement[]): Selection {
  const verdicts = verdictsOf(outline, chosen);
  return {
    root: outline.root,
    removed: removeAllBut(chosen, outline.root),
    verdicts,
    pageType: 'other',
    candidate: 'selected',
    reason: 'Selectors name what to keep.',
    textShare: shareOf(outline, verdicts),
  };
}

function verdictsOf(outline: PageOutline, chosen: readonly PageElement[]): BlockVerdicts {
  const wanted = new Set<unknown>(chosen);
  const inside = new Uint8Array(outline.elements.length);
  outline.elements.forEach((element, at) => {
    inside[at] = inside[outline.parents[at]!] || wanted.has(element) ? 1 : 0;
  });
  return outline.blocks.map((block) => (inside[block.owner] ? null : 'not selected'));
}

function shareOf(outline: PageOutline, verdicts: BlockVerdicts): number {
  const all = outline.blocks.reduce((sum, block) => sum + block.chars, 0);
  return all === 0 ? 1 : charsOf(outline, verdicts) / all;
}

function charsOf(outline: PageOutline, verdicts: BlockVerdicts): number {
  return outline.blocks.reduce((sum, block, at) => (verdicts[at] === null ? sum + block.chars : sum), 0);
}
