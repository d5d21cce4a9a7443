import type { PlaceholderResults } from '../placeholder-results.js';
import type { KeyScope } from '../../model/keys/key-scope.js';
import type { McpToolContext } from './tool-context.js';

/** Who asks. */
export interface Caller {
  readonly owner: string;
  /** What the key may do. Absent: everything. */
  readonly allow?: KeyScope;
  /** Whether the request came with a stored key. */
  readonly needsKey: boolean;
  /** Address of the endpoint as the caller reached it. */
  readonly address: string;
  /** The file that stood in the request, taken out of the arguments: base64 with the escapes of JSON. */
  readonly file: Buffer | null;
  /** The answers to the request until they are sent. */
  readonly held: PlaceholderResults;
}

/** One call of a tool. */
export interface ToolCall extends Caller {
  /** Fires when the client has gone or does not want the answer any more. */
  readonly signal: AbortSignal;
  /** Tells how far the work is; null when the client did not ask for it. */
  readonly report: ((progress: number, total: number, message: string) => void) | null;
}

export type ToolArguments = Readonly<Record<string, unknown>>;
export type JsonSchemaObject = { readonly type: 'object'; readonly [keyword: string]: unknown };

export interface ToolAnswer {
  readonly structured: object;
  /** For clients without structured content. @default the same as JSON */
  readonly text?: string;
  /** A sentence that tells how to read the rest of a text that is too long. */
  readonly readOn?: string;
  /** The tool could not do its work; the text says why. */
  readonly isError?: true;
}

/** What agents can ask for. */
export interface Tool {
  /** Without the prefix. */
  readonly name: string;
  readonly title: string;
  /** @param name of another tool, as agents know it */
  readonly describe: (nameOf: (tool: string) => string) => string;
  readonly input: (context: McpToolContext) => JsonSchemaObject;
  /** Absent: not described. */
  readonly output?: JsonSchemaObject;
  /** A tool of the application: its name has no prefix. */
  readonly isOfHost?: true;
  /** Long texts are read on with the argument `offset`. */
  readonly readsOn?: true;
  /** Changes nothing that a caller could see. */
  readonly isReading: boolean;
  /** True to name arguments that the tool does not use in `warning` of its answers. @default the tool does so itself */
  readonly namesUnused?: boolean;
  /** Reaches beyond what is stored here. */
  readonly isOpenWorld: boolean;
  /** Absent: always. */
  readonly isOffered?: (context: McpToolContext) => boolean;
  /** @throws WebExtractError, which becomes an answer that agents can read */
  run(given: ToolArguments, call: ToolCall, context: McpToolContext): Promise<ToolAnswer>;
}

const MAX_NAMED = 20;
const MAX_NAMED_CHARS = 500;

/** The warning about arguments that a call does not use. */
export const notUsed = (names: readonly string[], where = 'by this tool'): string =>
  `Not used ${where}: ${names.slice(0, MAX_NAMED).join(', ').slice(0, MAX_NAMED_CHARS)}`;
