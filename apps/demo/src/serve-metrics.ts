import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { INestApplication } from '@nestjs/common';

/** Serves the metrics of an application on a port of their own. */
export async function serveMetrics(
  app: INestApplication,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<{ readonly server: Server; readonly port: number }> {
  const { Registry } = await import('prom-client');
  const registry = app.get(Registry, { strict: false });
  const server = createServer(({ method, url }, response) => {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    void answer(registry, response);
  });
  server.listen(port, host);
  await once(server, 'listening'); // rejects with the error of the server
  server.unref();
  return { server, port: (server.address() as AddressInfo).port };
}

interface MetricsText {
  readonly contentType: string;
  metrics(): Promise<string>;
}

async function answer(registry: MetricsText, response: ServerResponse): Promise<void> {
  try {
    const text = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
  } catch {
    response.writeHead(503).end(); // the next scrape tries again
  }
}
