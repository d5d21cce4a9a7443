import { Injectable } from '@nestjs/common';
import { Core } from '../core.js';
import { McpSettings } from '../mcp.options.js';
import { RequestLimiter } from '../request-limiter.js';

/** What tools work with. */
@Injectable()
export class McpToolContext {
  constructor(
    readonly core: Core,
    readonly settings: McpSettings,
    readonly requests: RequestLimiter,
  ) {}

  /** A tool's name as agents know it. */
  readonly nameOf = (tool: string): string => this.settings.toolPrefix + tool;
}
