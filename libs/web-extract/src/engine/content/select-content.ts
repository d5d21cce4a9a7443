import type { AnyNode, ParentNode } from 'domhandler';
import type { ContentRule } from '../../model/conversion.js';
import type { PageQuality, PageType, QualityFlag } from '../../model/page.js';
import { findElement, type HtmlDocument } from '../html/nodes.js';
import { rulesForHost } from './content-rules.js';
import { assessQuality } from './assess-quality.js';
import { chooseCandidate, type Choice } from './choose-candidate.js';
import { outlinePage, type PageOutline } from './page-outline.js';
import type { PageStatements } from './page-statements.js';
import { planRemoval, type BlockVerdicts, type RemovalReason } from './removal-plan.js';
import { removeAllBut, removeExcluded } from './selector-removal.js';
import { compileSelectors } from './selectors.js';

export interface ContentOptions {
  /** Choose the main content; otherwise all of the page is content. */
  readonly onlyMainContent: boolean;
  /** CSS selectors of what to keep. They replace the choice of main content. */
  readonly includeSelectors: readonly string[];
  /** CSS selectors of what to drop, after everything else. */
  readonly excludeSelectors: readonly string[];
  readonly contentRules: readonly ContentRule[];
  /** HTTP status of the page. */
  readonly statusCode?: number;
}

/** Which part of a page is its content, and why. Nothing is changed yet. */
export interface ContentSelection {
  /** Its children are the content, without what is in `removed`. */
  readonly root: ParentNode;
  readonly removed: ReadonlyMap<AnyNode, RemovalReason>;
  readonly pageType: PageType;
  readonly candidate: PageQuality['candidate'];
  /** Why that candidate, in one sentence. */
  readonly reason: string;
  /** What may be wrong with the page. */
  readonly flags: readonly QualityFlag[];
  /** Characters of the visible text that are kept, 0 to 1; 1 when there is none. */
  readonly textShare: number;
}

/**
 * Decides what of a page is content. Pure: the document stays as it is.
 *
 * @throws InvalidRequestError when a selector cannot be read
 */
export function selectContent(
  document: HtmlDocument,
  statements: PageStatements,
  options: ContentOptions,
): ContentSelection {
  const rules = rulesForHost(options.contentRules, document.url);
  const include = compileSelectors([...options.includeSelectors, ...rules.include], ['includeTags']);
  const exclude = compileSelectors([...options.excludeSelectors, ...rules.exclude], ['excludeTags']);
  const root = findElement(document.root, 'body') ?? document.root;
  const outline = outlinePage(root);
  const chosen = include.findAll(root);
  const choice = include.isEmpty ? chooseContent(outline, statements, options) : SELECTED;
  const removed = include.isEmpty ? planRemoval(outline, choice.verdicts) : removeAllBut(chosen, root);
  removeExcluded(exclude.findAll(root), removed);
  const { verdicts, ...chosenAs } = choice;
  const flags = assessQuality({ outline, verdicts, statements, statusCode: options.statusCode });
  return { root, removed, textShare: textShareOf(outline, verdicts), flags, ...chosenAs };
}

function chooseContent(outline: PageOutline, statements: PageStatements, options: ContentOptions): Choice {
  if (options.onlyMainContent) return chooseCandidate(outline, statements);
  return {
    verdicts: outline.blocks.map(() => null),
    pageType: 'other',
    candidate: 'whole',
    reason: 'The request asks for the whole page.',
  };
}

const SELECTED: Choice = {
  verdicts: [],
  pageType: 'other',
  candidate: 'selected',
  reason: 'The request names what to keep.',
};

function textShareOf(outline: PageOutline, verdicts: BlockVerdicts): number {
  let kept = 0;
  let all = 0;
  outline.blocks.forEach((block, at) => {
    all += block.chars;
    if ((verdicts[at] ?? null) === null) kept += block.chars;
  });
  return all === 0 ? 1 : kept / all;
}
