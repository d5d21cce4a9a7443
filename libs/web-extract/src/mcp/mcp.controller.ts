import { Controller, Delete, Get, Post, Req, Res, UseFilters, UseGuards, VERSION_NEUTRAL, type Type } from '@nestjs/common'; // prettier-ignore
import { excludeFromDocuments } from '../api/openapi/swagger-metadata.js';
import type { PlatformReply } from '../api/response-of.js';
import { joinPath, markRoutes, type RouteMetadata } from '../api/mounting/route-metadata.js';
import { McpErrorFilter } from './mcp-error.filter.js';
import { McpEndpoint, type McpRequest } from './mcp-endpoint.js';
import { McpGuard } from './mcp.guard.js';

/** The endpoint for agents: all of the protocol happens in the bodies of requests to one path. */
@Controller()
@UseGuards(McpGuard)
@UseFilters(McpErrorFilter)
class McpController {
  constructor(private readonly endpoint: McpEndpoint) {}

  @Post()
  post(@Req() request: McpRequest, @Res() reply: PlatformReply): Promise<void> {
    return this.endpoint.serve(request, reply);
  }

  /** There are no sessions to listen in, which the answer says. */
  @Get()
  get(@Req() request: McpRequest, @Res() reply: PlatformReply): Promise<void> {
    return this.endpoint.serve(request, reply);
  }

  @Delete()
  delete(@Req() request: McpRequest, @Res() reply: PlatformReply): Promise<void> {
    return this.endpoint.serve(request, reply);
  }
}

/** The path that agents may know already. */
const ALIAS = 'v2/mcp';

/** Makes the controllers of one registration: at its path, and at the alias beside it. */
export function mountMcp(path: string): { controllers: Type<object>[]; marks: RouteMetadata[] } {
  const own = joinPath(path);
  const base = own.endsWith(`/${ALIAS}`)
    ? own.slice(0, -ALIAS.length)
    : own.slice(0, own.lastIndexOf('/') + 1);
  const mounted = [...new Set([own, joinPath(base, ALIAS)])].map((at) => mountAt(at, joinPath(base)));
  return {
    controllers: mounted.map(({ controller }) => controller),
    marks: mounted.flatMap(({ marks }) => marks),
  };
}

function mountAt(path: string, base: string) {
  class Mounted extends McpController {}
  Object.defineProperty(Mounted, 'name', { value: McpController.name });
  Controller({ path: path.slice(1), version: VERSION_NEUTRAL })(Mounted);
  excludeFromDocuments(Mounted); // one address for a protocol of its own
  return { controller: Mounted, marks: markRoutes(Mounted, { base, isOpen: false, body: 'kept' }) };
}
