import { Injectable, Logger } from '@nestjs/common';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type Tool as OfferedTool,
} from '@modelcontextprotocol/server';
import { hintsOf, toErrorReply } from '../../api/errors/error-reply.js';
import { requireFormats } from '../../api/gate/require-scope.js';
import { isJsonObject } from '../../api/bodies/json-object.js';
import { BATCH } from './batch.tool.js';
import { CORPUS_TOOLS } from './corpus.tools.js';
import { HostTools } from './host-tools.js';
import { CRAWL } from './crawl.tool.js';
import { EXTRACTOR_TOOLS } from './extractor.tools.js';
import { EXTRACT } from './extract.tool.js';
import { CANCEL, CHECK_STATUS } from './job.tools.js';
import { MAP } from './map.tool.js';
import { MONITOR_TOOLS } from './monitors/monitor.tools.js';
import { PARSE } from './parse.tool.js';
import { presentAnswer } from './present-answer.js';
import { SCRAPE } from './scrape.tool.js';
import { refuseActionsOfSessions } from './session-actions.js';
import { SEARCH } from './search.tool.js';
import { McpToolContext } from './tool-context.js';
import { InvalidRequestError } from '../../model/errors.js';
import { wholeNumber } from './schemas.js';
import { notUsed, type JsonSchemaObject, type Tool, type ToolAnswer, type ToolCall } from './tool.js';

const TOOLS: readonly Tool[] = [
  SCRAPE,
  MAP,
  SEARCH,
  CRAWL,
  CHECK_STATUS,
  EXTRACT,
  CANCEL,
  BATCH,
  PARSE,
  ...MONITOR_TOOLS,
  ...CORPUS_TOOLS,
  ...EXTRACTOR_TOOLS,
];

/** The tools that this application offers. */
@Injectable()
export class ToolBox {
  private readonly logger = new Logger('WebExtract');

  constructor(
    private readonly context: McpToolContext,
    private readonly hosts: HostTools,
  ) {}

  list(): OfferedTool[] {
    return this.offered().map((tool) => this.describe(tool));
  }

  /** What a tool meets is an answer, which agents can read. @throws ProtocolError when there is no such tool */
  async call(name: string, given: unknown, call: ToolCall): Promise<CallToolResult> {
    const tool = this.offered().find((one) => this.nameOf(one) === name);
    if (!tool) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
    }
    try {
      const { offset, args } = readOffset(tool, isJsonObject(given) ? withoutNulls(given) : {});
      if (!tool.isOfHost) {
        requireFormats(call.allow, { group: tool.name.split('_')[0]! }, args);
        refuseActionsOfSessions(args);
      }
      const answer = withWarning(await tool.run(args, call, this.context), this.unusedOf(tool, args));
      await call.held.count(answer, call.signal);
      return await presentAnswer(answer, call.held, { maxChars: this.context.settings.maxTextChars, offset });
    } catch (error) {
      return this.explain(error, call.signal.aborted);
    }
  }

  private unusedOf({ namesUnused, input }: Tool, given: object): readonly string[] {
    const known = Object.keys((input(this.context)['properties'] ?? {}) as object);
    return namesUnused ? Object.keys(given).filter((name) => !known.includes(name)) : [];
  }

  private offered(): readonly Tool[] {
    return [...TOOLS, ...this.hosts.tools].filter(({ isOffered }) => !isOffered || isOffered(this.context));
  }

  private nameOf({ name, isOfHost }: Tool): string {
    return isOfHost ? name : this.context.nameOf(name);
  }

  private describe(tool: Tool): OfferedTool {
    const { title, describe, input, output, isReading, isOpenWorld } = tool;
    return {
      name: this.nameOf(tool),
      title,
      description: describe(this.context.nameOf),
      inputSchema: tool.readsOn ? withOffset(input(this.context)) : input(this.context),
      ...(output ? { outputSchema: output } : {}),
      annotations: {
        title,
        readOnlyHint: isReading,
        destructiveHint: false,
        ...(isReading ? { idempotentHint: true } : {}),
        openWorldHint: isOpenWorld,
      },
    };
  }

  private explain(error: unknown, isUnwanted: boolean): CallToolResult {
    const { body, isUnexpected } = toErrorReply(error);
    if (isUnexpected && !isUnwanted) {
      this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    const { hint } = hintsOf(error, this.context.core.options.errorHints);
    const more = (body.details ?? []).slice(1).map(({ message }) => `\n${message}`);
    return {
      isError: true,
      content: [
        { type: 'text', text: `${body.code}: ${body.error}${more.join('')}${hint ? `\n${hint}` : ''}` },
      ],
    };
  }
}

const withOffset = (schema: JsonSchemaObject): JsonSchemaObject => ({
  ...schema,
  properties: {
    ...(schema['properties'] as object),
    offset: wholeNumber(0, 'Characters of the text to skip, to read on after a cut answer. Default: 0'),
  },
});

/** Separates the beginning of the text from the arguments of a tool. @throws InvalidRequestError */
function readOffset(
  { readsOn }: Tool,
  { offset = 0, ...args }: Record<string, unknown>,
): { readonly offset: number; readonly args: Record<string, unknown> } {
  if (!readsOn) return { offset: 0, args: offset === 0 ? args : { ...args, offset } };
  if (!Number.isInteger(offset) || (offset as number) < 0)
    throw InvalidRequestError.at(['offset'], {
      code: 'integer-range',
      least: 0,
      most: Number.MAX_SAFE_INTEGER,
    });
  return { offset: offset as number, args };
}

function withWarning(answer: ToolAnswer, unused: readonly string[]): ToolAnswer {
  if (unused.length === 0) return answer;
  const { warning } = answer.structured as { readonly warning?: string };
  const more = notUsed(unused);
  return { ...answer, structured: { ...answer.structured, warning: warning ? `${warning}. ${more}` : more } };
}

/** Agents write null for what they do not want to say. */
function withoutNulls(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}
