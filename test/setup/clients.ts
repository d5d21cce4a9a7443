import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Published clients live in a folder of their own, so that whoever only starts the demo does not install them. */
const requireClient = createRequire(join(__dirname, '..', 'clients', 'package.json'));

interface Settings {
  readonly apiKey: string;
  readonly apiUrl: string;
  readonly maxRetries?: number;
}

/** Made with a key and an address. What a client has depends on its version. */
type Client = new (settings: Settings) => any;

/** `@mendable/firecrawl-js` 4.x: the default export speaks v2, its field `v1` speaks v1. */
export const firecrawlV4 = (): Client => requireClient('firecrawl-v4').default;

/** `@mendable/firecrawl-js` 0.0.36, which speaks v0. */
export const firecrawlV0 = (): Client => requireClient('firecrawl-v0').default;

/** `@mendable/firecrawl-js` 1.29.3, the last one of v1. */
export const firecrawlV1 = (): Client => firecrawlV1Module().default;

/** With the class of its errors. */
export const firecrawlV1Module = (): {
  default: Client;
  FirecrawlError: new (message: string, status: number) => Error;
} => requireClient('firecrawl-v1');

/** `@mendable/firecrawl-js` 1.0.0, the first one of v1. */
export const firecrawl100 = (): Client => requireClient('firecrawl-v1-0').default;

/** `@mendable/firecrawl-js` 1.9.7: batches, and the first that watches. */
export const firecrawl197 = (): Client => firecrawl197Module().default;

/** With its watcher, which others of its time do not give away. */
export const firecrawl197Module = (): {
  default: Client;
  CrawlWatcher: new (id: string, settings: Settings) => any;
} => requireClient('firecrawl-v1-9');

/** The script of `firecrawl-cli`. */
export function firecrawlCli(): string {
  const manifest = requireClient.resolve('firecrawl-cli/package.json');
  return join(dirname(manifest), requireClient(manifest).bin.firecrawl);
}

/** The clients of the Model Context Protocol: the one that most agents have, and the one of the newest protocol. */
export const MCP_CLIENTS = ['@modelcontextprotocol/sdk', '@modelcontextprotocol/client'] as const;

/** @returns the client's class, and that of its way over HTTP */
export function mcpClient(name: (typeof MCP_CLIENTS)[number]): { Client: any; Transport: any } {
  if (name === '@modelcontextprotocol/client') {
    const { Client, StreamableHTTPClientTransport } = requireClient(name);
    return { Client, Transport: StreamableHTTPClientTransport };
  }
  const { Client } = requireClient(`${name}/client/index.js`);
  const { StreamableHTTPClientTransport } = requireClient(`${name}/client/streamableHttp.js`);
  return { Client, Transport: StreamableHTTPClientTransport };
}

/** Starts `firecrawl-mcp`, which speaks v2 to us and the Model Context Protocol to whoever started it. */
export async function firecrawlMcp(env: Record<string, string>): Promise<any> {
  const { Client } = mcpClient('@modelcontextprotocol/sdk');
  const { StdioClientTransport } = requireClient('@modelcontextprotocol/sdk/client/stdio.js');
  const program = join(__dirname, '..', 'clients', 'node_modules', 'firecrawl-mcp', 'dist', 'index.js');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' }),
  );
  return client;
}
