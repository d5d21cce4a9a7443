import type { HttpAdapterHost } from '@nestjs/core';

/** Ports of the host application; empty if it does not listen. */
export function ownPorts(host: HttpAdapterHost | undefined): number[] {
  const server = host?.httpAdapter?.getHttpServer?.() as { address?: () => unknown } | undefined;
  const { port } = (server?.address?.() ?? {}) as { port?: unknown };
  return typeof port === 'number' ? [port] : [];
}
