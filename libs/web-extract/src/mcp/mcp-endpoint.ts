import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { toNodeHandler, type NodeMcpRequestHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpHttpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import { hasStoredKey } from '../api/jobs/origin-of.js';
import { ownerOf, type IncomingRequest } from '../api/gate/api-key.guard.js';
import { rawOf } from '../api/gate/pre-auth-body-guard.js';
import type { KeptBody } from '../api/bodies/kept-body.js';
import { publicAddress, type AddressedRequest } from '../api/mounting/public-address.js';
import { responseOf, type PlatformReply } from '../api/response-of.js';
import { Core } from './core.js';
import { PlaceholderResults } from './placeholder-results.js';
import { McpServers } from './mcp-servers.js';
import { stripUploads, type StrippedBody } from './strip-uploads.js';
import { RequestLimiter } from './request-limiter.js';
import type { Caller } from './tools/tool.js';

/** Largest body: a file of twelve megabytes as base64. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** What a request may last besides the longest time of its page and of its waits: queues, actions, a slow reader. */
const SPARE_MS = 180_000;

export type McpRequest = IncomingRequest & AddressedRequest & { readonly url: string };

/** Serves requests of agents by the protocol's own library: each by itself, so that any process can answer any of them. */
@Injectable()
export class McpEndpoint implements BeforeApplicationShutdown {
  private readonly logger = new Logger('WebExtract');
  private readonly handler: McpHttpHandler;
  private readonly toNode: NodeMcpRequestHandler;

  constructor(
    private readonly core: Core,
    private readonly servers: McpServers,
    private readonly requests: RequestLimiter,
  ) {
    const onerror = (error: Error) => this.logger.debug(`MCP: ${error.message}`); // requests that were refused
    this.handler = createMcpHandler(({ authInfo }) => servers.make(callerOf(authInfo)), {
      maxRequestBodySize: MAX_BODY_BYTES,
      maxSubscriptions: 0, // nothing of what is offered changes
      onerror,
    });
    this.toNode = toNodeHandler(
      {
        fetch: async (request, options) =>
          callerOf(options?.authInfo).held.fillIn(await this.handler.fetch(request, options)),
      },
      { maxRequestBodySize: MAX_BODY_BYTES, onerror },
    );
  }

  /** @throws RateLimitedError, UnavailableError, RefusedBodyError; everything else is reported in the protocol */
  serve(request: McpRequest, reply: PlatformReply): Promise<void> {
    const owner = ownerOf(request);
    return this.requests.run(owner, async () => {
      const body = await stripUploads(request.webExtractBody?.bytes ?? NOTHING);
      const response = responseOf(reply);
      const { maxTimeoutMs } = this.core.options.limits;
      const longest = setTimeout(
        () => response.destroy(),
        maxTimeoutMs + this.servers.longestWaitMs + SPARE_MS,
      );
      const held = this.holdFor(owner, response);
      try {
        await this.toNode(this.toIncoming(request, { owner, held }, body), response);
      } finally {
        clearTimeout(longest);
        held.release();
      }
    });
  }

  /** Room for the answers of one request, whose connection is closed when it is too slow and others wait. */
  private holdFor(owner: string, response: ServerResponse): PlaceholderResults {
    return new PlaceholderResults(() => {
      const client = this.core.bodies.answers.client(owner);
      client.onSlow = () => response.destroy();
      return client;
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.requests.close(this.core.options.limits.shutdownMs);
    await this.handler.close();
  }

  private toIncoming(
    request: McpRequest,
    { owner, held }: Pick<Caller, 'owner' | 'held'>,
    { bytes, file }: StrippedBody,
  ): Parameters<NodeMcpRequestHandler>[0] {
    const { method = 'GET', headers, url = request.url } = rawOf(request);
    const address = publicAddress(request, this.core.options.publicUrl);
    const { allow } = request.webExtractPrincipal ?? {};
    const needsKey = hasStoredKey(request);
    const caller: Caller = { owner, ...(allow ? { allow } : {}), needsKey, address, file, held };
    return {
      method,
      url,
      headers: headersOf(headers, request.webExtractBody),
      auth: { token: '', clientId: owner, scopes: [], extra: { caller } },
      [Symbol.asyncIterator]: () => partsOf(bytes),
    };
  }
}

function callerOf(authInfo: McpRequestContext['authInfo']): Caller {
  return authInfo?.extra?.['caller'] as Caller;
}

/** What the platform must not see any more, the library wants to know. The key is nobody's business from here on. */
function headersOf(
  { authorization: _, cookie: __, ...headers }: IncomingHttpHeaders,
  body: KeptBody | undefined,
) {
  return { ...headers, 'content-type': body?.contentType };
}

async function* partsOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

const NOTHING = Buffer.alloc(0);
