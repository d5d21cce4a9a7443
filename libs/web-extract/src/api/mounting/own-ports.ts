import type { HttpAdapterHost } from '@nestjs/core';

/** Where the host application listens; nothing while it does not. */
export function ownPorts(host: HttpAdapterHost | undefined): number[] {
  const server = host?.httpAdapter?.getHttpServer?.() as { address?: () => unknown } | undefined;
  const { port } = (server?.address?.() ?? {}) as { port?: unknown };
  return typeof port === 'number' ? [port] : [];
}
