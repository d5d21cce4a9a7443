import { integerFrom, must, path, textLike } from '../model/options/kinds.js';
import { Option, option } from '../model/options/option.js';
import { group, settingsOf, type OptionsOf } from '../model/options/option-table.js';

const ORIGINS = option<readonly string[]>(
  must(
    (value) => Array.isArray(value) && value.every(isOrigin),
    'must be a list of origins such as https://app.example.com',
  ),
);

const OPTIONS = {
  /**
   * Path of the endpoint, below the host's own global prefix. It is answered at `v2/mcp` beside it, too.
   * @default '/mcp'
   */
  path: path.or('/mcp'),

  /**
   * Begins the names of all tools.
   * @default 'firecrawl_'
   */
  toolPrefix: textLike(/^[\w-]{0,40}$/, 'must be of letters, digits, _ and -, 40 at most').or('firecrawl_'),

  /**
   * Origins of pages that may ask, such as `https://app.example.com`, besides that of `publicUrl` and, on this machine or by an
   * IP address, the endpoint's own. What states no origin is no page.
   * @default []
   */
  allowedOrigins: new Option<readonly string[], readonly string[]>(ORIGINS.validate, (given = []) =>
    given.map((origin) => new URL(origin).origin),
  ),

  /**
   * How long tools wait for the end of a crawl or batch, in milliseconds, at least 0. One that lasts longer is answered with its id.
   * @default 60_000
   */
  crawlWaitMs: integerFrom(0).or(60_000),

  /**
   * Maximum length of the text of an answer in characters, at least 1_000. A cut text ends with the number of missing characters and how to read on; structured content is complete.
   * @default 100_000
   */
  maxTextChars: integerFrom(1_000).or(100_000),
};

/** How the extraction is offered to agents. */
export const MCP_OPTIONS = group(OPTIONS);

/** How a host offers the extraction to agents. Every field is optional. */
export interface McpOptions extends OptionsOf<typeof OPTIONS> {}

/** Every option with its value. Also the injection token of the settled options. */
export abstract class McpSettings extends settingsOf(MCP_OPTIONS) {}

function isOrigin(value: unknown): boolean {
  try {
    return typeof value === 'string' && new URL(value).origin === value.replace(/\/$/, '').toLowerCase();
  } catch {
    return false;
  }
}
