/** A path that published clients call and that is not offered. */
interface NotOffered {
  /** Path below the mount; `*` matches one segment, a final `**` any number of segments. */
  readonly path: string;
  /** Alternative reported to the caller. */
  readonly advice: string;
}

const BROWSER = 'There is no browser to act in between requests. Use POST /v2/scrape with actions';
const HOSTED = 'This belongs to a hosted service and is not offered. Use POST /v2/search and POST /v2/scrape';
const FEEDBACK = 'Feedback is not collected. Use the issues of the project';
const SUPPORT = 'Support questions are not answered here. Use the guides in docs/ of the package';

/** The first one that fits counts. */
const NOT_OFFERED: readonly NotOffered[] = [
  { path: 'v1/deep-research/**', advice: HOSTED },
  { path: 'v1/llmstxt/**', advice: 'llms.txt is not written here. Use POST /v1/map and POST /v1/scrape' },
  { path: 'v2/agent/**', advice: 'Agents are not offered. Use POST /v2/search and POST /v2/scrape' },
  { path: 'v2/deep-research/**', advice: HOSTED },
  { path: 'v2/llmstxt/**', advice: 'llms.txt is not written here. Use POST /v2/map and POST /v2/scrape' },
  { path: 'v2/scrape/*/interact/**', advice: BROWSER },
  { path: 'v2/interact/**', advice: BROWSER },
  { path: 'v2/browser/**', advice: BROWSER },
  { path: 'v2/search/research/**', advice: HOSTED },
  { path: 'v2/search/developer/**', advice: HOSTED },
  { path: 'v2/search/gov', advice: HOSTED },
  {
    path: 'v2/fdw/jobs/**',
    advice: 'Foreign data wrappers are not offered. Use POST /v2/crawl or GET /v2/changes',
  },
  { path: 'v2/org/credit-usage/**', advice: 'There are no organisations. Use GET /v2/team/credit-usage' },
  { path: 'v2/agent-signup/**', advice: 'Agents cannot sign up. Use POST /v1/keys, if the server allows it' },
  {
    path: 'v2/webhooks/**',
    advice: 'Webhooks belong to jobs and monitors. Use the field webhook of POST /v2/crawl or /v2/monitor',
  },
  { path: 'v2/search/*/feedback', advice: FEEDBACK },
  { path: 'v2/feedback', advice: FEEDBACK },
  { path: 'v2/support/ask', advice: SUPPORT },
  { path: 'v2/support/docs-search', advice: SUPPORT },
  { path: 'v2/team/threat-protection/**', advice: HOSTED },
  { path: 'v2/parse/upload-url', advice: 'Files are not kept. Use POST /v2/parse with the file itself' },
];

const PATTERNS = NOT_OFFERED.map(({ path, advice }) => ({ pattern: toPattern(path), advice }));

/**
 * Alternative for a known path that is not offered; undefined for other paths.
 *
 * @param path below the mount, such as `/v2/agent`
 */
export function adviceFor(path: string): string | undefined {
  return PATTERNS.find(({ pattern }) => pattern.test(path))?.advice;
}

function toPattern(path: string): RegExp {
  const source = path.replace(/\/\*\*$|\*/g, (wildcard) => (wildcard === '*' ? '[^/]+' : '(?:/.*)?'));
  return new RegExp(`^/${source}/?$`, 'is');
}
