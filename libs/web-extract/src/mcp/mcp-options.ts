import { InvalidOptionsError } from '../model/validate-options.js';

/** How a host offers the extraction to agents. Every field is optional. */
export interface McpOptions {
  /**
   * Path of the endpoint, below the host's own global prefix. It is answered at `v2/mcp` beside it, too.
   * @default '/mcp'
   */
  readonly path?: string;

  /**
   * Begins the names of all tools.
   * @default 'firecrawl_'
   */
  readonly toolPrefix?: string;

  /**
   * Origins of pages that may ask, such as `https://app.example.com`, besides that of `publicUrl` and, on this machine or by an
   * IP address, the endpoint's own. What states no origin is no page.
   * @default []
   */
  readonly allowedOrigins?: readonly string[];

  /**
   * How long tools wait for the end of a crawl or batch, in milliseconds, at least 0. One that lasts longer is answered with its id.
   * @default 60_000
   */
  readonly crawlWaitMs?: number;

  /**
   * Longest text of an answer, in characters, at least 1_000. What is cut is told, and how to read on; structured content is whole.
   * @default 100_000
   */
  readonly maxTextChars?: number;
}

/** Every option with its value. Also the injection token of the settled options. */
export abstract class McpSettings {
  abstract readonly path: string;
  abstract readonly toolPrefix: string;
  abstract readonly allowedOrigins: readonly string[];
  abstract readonly crawlWaitMs: number;
  abstract readonly maxTextChars: number;
}

const integerFrom = (least: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= least
    ? null
    : `must be an integer of at least ${least}`;

const RULES: Readonly<Record<keyof McpOptions, (value: unknown) => string | null>> = {
  path: (value) =>
    typeof value === 'string' && /^\/?[\w.~-]+(?:\/[\w.~-]+)*\/?$/.test(value)
      ? null
      : 'must be a path of letters, digits and . _ ~ - /',
  toolPrefix: (value) =>
    typeof value === 'string' && /^[\w-]{0,40}$/.test(value)
      ? null
      : 'must be of letters, digits, _ and -, 40 at most',
  allowedOrigins: (value) =>
    Array.isArray(value) && value.every(isOrigin)
      ? null
      : 'must be a list of origins such as https://app.example.com',
  crawlWaitMs: integerFrom(0),
  maxTextChars: integerFrom(1_000),
};

function isOrigin(value: unknown): boolean {
  try {
    return typeof value === 'string' && new URL(value).origin === value.replace(/\/$/, '').toLowerCase();
  } catch {
    return false;
  }
}

/** Fills in every default. @throws InvalidOptionsError naming every value that cannot be used */
export function settleMcpOptions(options: McpOptions = {}): McpSettings {
  const problems = Object.entries(options).flatMap(([name, value]) => problemsOf(name, value));
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  return {
    path: options.path ?? '/mcp',
    toolPrefix: options.toolPrefix ?? 'firecrawl_',
    allowedOrigins: (options.allowedOrigins ?? []).map((origin) => new URL(origin).origin),
    crawlWaitMs: options.crawlWaitMs ?? 60_000,
    maxTextChars: options.maxTextChars ?? 100_000,
  };
}

function problemsOf(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Object.hasOwn(RULES, name)) return [`mcp.${name} is not an option`];
  const problem = RULES[name as keyof McpOptions](value);
  return problem === null ? [] : [`mcp.${name} ${problem}`];
}
