import type { DomTree } from '@web-extract/documents/markup/dom/nodes.js';
import type { PageType } from '../../../model/page/page.js';
import type { PageOutline } from '../block-features/page-outline.js';
import type { PageStatements } from '../block-features/page-statements.js';
import type { BlockVerdicts } from '../removal-plan.js';
import { dropHeadlines } from './drop-headlines.js';
import { dropNextArticles } from './drop-next-articles.js';
import { dropNotices } from './drop-notices.js';
import { dropLoneTitles, dropRelated } from './drop-related.js';
import { restoreStandfirst } from './restore-standfirst.js';

interface ArticleContext {
  readonly statements: PageStatements;
  readonly pageType: PageType;
  readonly document: Pick<DomTree, 'url' | 'baseUrl'>;
  /** True if related texts were requested. */
  readonly keepsRelated: boolean;
}

/**
 * Keeps the standfirst of an article, and removes what a site puts before, between and after its paragraphs: other articles, their
 * headlines, notices to readers, and titles with nothing left below them.
 */
export function repairArticle(
  outline: PageOutline,
  chosen: BlockVerdicts,
  { statements, pageType, document, keepsRelated }: ArticleContext,
): BlockVerdicts {
  const isArticle = statements.types.article === 1 || pageType === 'article';
  let verdicts = chosen;
  if (isArticle) {
    verdicts = dropNextArticles(outline, verdicts, statements.title);
    verdicts = restoreStandfirst(outline, verdicts);
  }
  if (!keepsRelated && pageType !== 'documentation') verdicts = dropRelated(outline, verdicts);
  if (!keepsRelated && pageType !== 'listing' && pageType !== 'documentation')
    verdicts = dropHeadlines(outline, verdicts, statements, document);
  verdicts = dropNotices(outline, verdicts, statements);
  return keepsRelated ? verdicts : dropLoneTitles(outline, verdicts, isArticle);
}
