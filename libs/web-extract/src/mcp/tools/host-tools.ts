import { HttpException, Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModuleRef, ModulesContainer } from '@nestjs/core';
import { usableModules } from '../../api/usable-modules.js';
import { InvalidRequestError, UnavailableError } from '../../model/errors.js';
import { Core } from '../core.js';
import type { JsonSchemaObject, Tool, ToolAnswer, ToolArguments } from './tool.js';

/** A tool of the application. */
export interface McpToolOptions {
  /** Name for agents, 1 to 100 letters, digits, `_` and `-`; the prefix of the other tools is not added. */
  readonly name: string;
  /** Purpose of the tool, for the model. */
  readonly description: string;
  /** @default the name */
  readonly title?: string;
  /** JSON schema of the arguments, of type `object`. Required fields and the types of fields are checked before the call. @default no arguments */
  readonly input?: JsonSchemaObject;
  /** True if the tool changes nothing. @default false */
  readonly readOnly?: boolean;
}

/** Conditions of a call. */
export interface McpToolCall {
  /** Owner of the key of the agent. */
  readonly owner: string;
  /** Aborts when the agent has left, or after `limits.maxTimeoutMs`. */
  readonly signal: AbortSignal;
}

type ToolMethod = (args: never, call: McpToolCall) => unknown;

const DECLARATION = Symbol.for('nestjs-web-extract:mcp-tool');
const NAME = /^[\w-]{1,100}$/;
const NO_ARGUMENTS: JsonSchemaObject = { type: 'object', properties: {} };

/**
 * Offers a method of a provider to agents, with the keys and limits of the endpoint. It receives the arguments and the conditions of the call, and
 * returns a text, or a value that is sent as JSON. HTTP exceptions are reported to the agent; other errors are logged.
 */
export const McpTool =
  (options: McpToolOptions) =>
  <Method extends ToolMethod>(
    _: object,
    __: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    Object.defineProperty(descriptor.value!, DECLARATION, { value: options });
  };

/** Finds the tools of the application among its providers. */
@Injectable()
export class HostTools implements OnModuleInit {
  private found: readonly Tool[] = [];

  constructor(
    private readonly modules: ModulesContainer,
    private readonly reference: ModuleRef,
    private readonly core: Core,
  ) {}

  get tools(): readonly Tool[] {
    return this.found;
  }

  /** @throws Error naming an invalid tool */
  onModuleInit(): void {
    const discovery = new DiscoveryService(usableModules(this.modules, this.reference));
    const scanner = new MetadataScanner();
    const found = discovery.getProviders().flatMap((wrapper) => {
      const type = typeof wrapper.metatype === 'function' && !wrapper.inject ? wrapper.metatype : null;
      if (!type?.prototype || wrapper.isAlias) return [];
      const prototype = type.prototype as Record<string, { readonly [DECLARATION]?: McpToolOptions }>;
      return scanner.getAllMethodNames(prototype).flatMap((method) => {
        const options = prototype[method]?.[DECLARATION];
        if (!options) return [];
        const place = `${type.name}.${method}`;
        if (!wrapper.isDependencyTreeStatic() || wrapper.isTransient)
          throw new Error(
            `@McpTool ${place}: the provider is request-scoped or transient; use the default scope`,
          );
        const call = (args: ToolArguments, conditions: McpToolCall) =>
          (wrapper.instance as Record<string, (args: ToolArguments, call: McpToolCall) => unknown>)[method]!(
            args,
            conditions,
          );
        return [this.toolOf(options, place, call)];
      });
    });
    const names = found.map(({ name }) => name);
    const repeated = names.find((name, at) => names.indexOf(name) !== at);
    if (repeated !== undefined) throw new Error(`@McpTool: two tools have the name ${repeated}`);
    this.found = found;
  }

  private toolOf(
    { name, description, title = name, input = NO_ARGUMENTS, readOnly = false }: McpToolOptions,
    place: string,
    call: (args: ToolArguments, conditions: McpToolCall) => unknown,
  ): Tool {
    if (!NAME.test(name))
      throw new Error(`@McpTool ${place}: the name must have 1 to 100 letters, digits, \`_\` or \`-\``);
    if (input.type !== 'object')
      throw new Error(`@McpTool ${place}: \`input\` must be a JSON schema of type object`);
    return {
      name,
      isOfHost: true,
      title,
      describe: () => description,
      input: () => input,
      isReading: readOnly,
      isOpenWorld: true,
      run: async (given, { owner, signal }) => {
        checkArguments(input, given);
        try {
          return answerOf(await this.inTime(name, signal, (both) => call(given, { owner, signal: both })));
        } catch (error) {
          if (!(error instanceof HttpException) || error.getStatus() >= 500) throw error;
          return { structured: { error: error.message }, text: error.message, isError: true };
        }
      },
    };
  }

  private async inTime(
    name: string,
    signal: AbortSignal,
    run: (signal: AbortSignal) => unknown,
  ): Promise<unknown> {
    const { maxTimeoutMs } = this.core.options.limits;
    const deadline = AbortSignal.timeout(maxTimeoutMs);
    const both = AbortSignal.any([signal, deadline]);
    let stop: () => void = () => {};
    const ended = new Promise<never>((_, reject) => {
      stop = () =>
        reject(
          deadline.aborted
            ? new UnavailableError(`the tool ${name} took longer than ${maxTimeoutMs} ms`)
            : both.reason,
        );
      both.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([Promise.resolve(run(both)), ended]);
    } finally {
      both.removeEventListener('abort', stop);
    }
  }
}

function answerOf(value: unknown): ToolAnswer {
  if (typeof value === 'string') return { structured: { text: value }, text: value };
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return { structured: isObject ? value : { data: value ?? null } };
}

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Checks required fields and the types of fields. @throws InvalidRequestError */
function checkArguments(schema: JsonSchemaObject, given: ToolArguments): void {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, { type?: unknown }>;
    required?: readonly string[];
  };
  for (const name of required)
    if (given[name] === undefined) throw InvalidRequestError.at([name], { code: 'required' });
  for (const [name, { type }] of Object.entries(properties)) {
    const isRight = typeof type === 'string' ? IS[type] : undefined;
    if (given[name] !== undefined && isRight && !isRight(given[name]))
      throw InvalidRequestError.at([name], {
        code: 'contradiction',
        reason: `must be of the type ${String(type)}`,
      });
  }
}
