export { WebExtractMcpModule } from './web-extract-mcp.module.js';
export type { McpOptions } from '../mcp/mcp.options.js';
