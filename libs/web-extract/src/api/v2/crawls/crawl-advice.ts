import type { CrawlAdvice } from '../../../model/crawl/crawl-advice.js';
import type { CrawlAdviser } from '../../../services/crawl/planning/crawl-adviser.js';
import type { CrawlBodyV2 } from '../dto/crawl-body.v2.js';

/** A body with what its prompt came to. */
interface AdvisedCrawl {
  readonly body: CrawlBodyV2;
  readonly warnings: readonly string[];
}

/**
 * Generates crawl options from the prompt of a body. Options stated in the body take precedence.
 * @throws as `CrawlAdviser.advise` does
 */
export async function adviseCrawl(
  body: CrawlBodyV2,
  adviser: CrawlAdviser,
  owner: string,
  signal?: AbortSignal,
): Promise<AdvisedCrawl> {
  const { url, prompt = '' } = body;
  if (prompt.trim() === '') return { body, warnings: [] };
  const { advice, unusable } = await adviser.advise({ url, prompt }, owner, signal);
  const warnings = unusable.map(presentUnusable);
  return {
    body: { ...asBody(advice), ...stated(body) },
    warnings: Object.keys(advice).length === 0 ? [...warnings, NOTHING] : warnings,
  };
}

/** An option of a model that no crawl takes. */
export const presentUnusable = (name: keyof CrawlAdvice): string =>
  `prompt: the model's ${name} cannot be used and was left out`;

const NOTHING = 'no options were found for the prompt';

/** The options of advice have the names that they have in bodies of v2. */
const asBody = ({ includePaths, excludePaths, ...rest }: CrawlAdvice): Partial<CrawlBodyV2> => ({
  ...rest,
  ...(includePaths ? { includePaths: [...includePaths] } : {}),
  ...(excludePaths ? { excludePaths: [...excludePaths] } : {}),
});

/** Fields that are declared and not sent are there, too, without a value. */
function stated(body: CrawlBodyV2): CrawlBodyV2 {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as CrawlBodyV2;
}
