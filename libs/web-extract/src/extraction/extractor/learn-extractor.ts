import { learnTemplates } from '../../convert/extractor/learn/learn-templates.js';
import { readStatements } from '../../convert/extractor/learn/read-statements.js';
import type { LearningPage, LearnReport, LearnRequest } from '../../model/extractor/extractor-learning.js';
import { mapStatedData } from '../mapping/map-stated-data.js';

/**
 * Learns a program. Examples that the pages state themselves are added, unless the request names other sources only.
 * Takes up to ten seconds: to be called in a worker thread.
 */
export function learnExtractor(request: LearnRequest): LearnReport {
  const isStated = request.sources?.includes('stated') ?? true;
  if (!isStated) return learnTemplates(request);
  return learnTemplates({ ...request, pages: request.pages.map((page) => withStated(page, request)) });
}

function withStated(page: LearningPage, { schema }: LearnRequest): LearningPage {
  const { data } = mapStatedData(schema, readStatements(page));
  if (Object.keys(data).length === 0) return page;
  return { ...page, examples: [...page.examples, { source: 'stated', data }] };
}
