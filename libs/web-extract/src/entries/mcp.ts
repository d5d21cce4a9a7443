import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Mount } from '../api/mounting/mount.js';
import { RouteRegistry } from '../api/mounting/route-registry.js';
import { Core } from '../mcp/core.js';
import { sendMcpError } from '../mcp/mcp-error.filter.js';
import { MAX_BODY_BYTES, McpEndpoint } from '../mcp/mcp-endpoint.js';
import { McpServers } from '../mcp/mcp-servers.js';
import { mountMcp } from '../mcp/mcp.controller.js';
import { McpGuard } from '../mcp/mcp.guard.js';
import { MCP_OPTIONS, McpSettings, type McpOptions } from '../mcp/mcp.options.js';
import { RequestLimiter } from '../mcp/request-limiter.js';
import { Resources } from '../mcp/resources.js';
import { resolveModuleOptions } from '../model/options/option-table.js';
import { HostTools } from '../mcp/tools/host-tools.js';
import { ToolBox } from '../mcp/tools/tool-box.js';
import { McpToolContext } from '../mcp/tools/tool-context.js';

export { McpTool } from '../mcp/tools/host-tools.js';
export type { McpToolCall, McpToolOptions } from '../mcp/tools/host-tools.js';
export type { McpOptions } from '../mcp/mcp.options.js';

const MOUNT = {
  handleUnknownRoutes: false,
  hasHealth: false,
  maxBodyBytes: MAX_BODY_BYTES,
  refuse: sendMcpError,
};

/**
 * Provides extraction to agents through the Model Context Protocol, for a `WebExtractModule` in the same
 * application: with its keys, owners, limits and services.
 */
@Module({})
export class WebExtractMcpModule {
  /** @throws InvalidOptionsError naming every invalid option */
  static forRoot(options: McpOptions = {}): DynamicModule {
    const settings = resolveModuleOptions(MCP_OPTIONS, options, 'mcp', new Logger('WebExtract'));
    const { controllers, marks } = mountMcp(settings.path);
    return {
      module: WebExtractMcpModule,
      controllers,
      providers: [
        { provide: McpSettings, useValue: settings },
        {
          provide: Mount,
          useFactory: (host: HttpAdapterHost, guard: McpGuard, core: Core) =>
            new Mount(host, guard, MOUNT, new RouteRegistry(marks), core.bodies),
          inject: [HttpAdapterHost, McpGuard, Core],
        },
        Core,
        McpGuard,
        McpEndpoint,
        McpServers,
        HostTools,
        McpToolContext,
        RequestLimiter,
        Resources,
        ToolBox,
      ],
    };
  }
}
