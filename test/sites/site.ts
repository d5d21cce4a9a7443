import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server of a test on a free port of 127.0.0.1. */
export interface Site {
  /** `127.0.0.1:port`, as the module's `allowPrivate` takes it. */
  readonly address: string;
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** Every request that came in, in order. */
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** Answers each path with its handler, `/name?query` included; what has none is a 404 page. */
export type Routes = Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>>;

export async function startSite(routes: Routes): Promise<Site> {
  const requests: SeenRequest[] = [];
  const listener: RequestListener = (request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, path: url, headers });
    const handler = routes[url] ?? routes[url.replace(/\?.*$/, '')] ?? notFound;
    handler(request, response);
  };
  const server = createServer(listener);
  const site = await listen(server, () => server.closeAllConnections());
  return { ...site, requests };
}

/** A server that does with each connection what it likes. */
export async function startRawSite(onConnection: (socket: Socket) => void): Promise<Site> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined); // the other side goes away whenever it likes
    onConnection(socket);
  });
  const site = await listen(server, () => sockets.forEach((socket) => socket.destroy()));
  return { ...site, requests: [] };
}

async function listen(server: Server, closeConnections: () => void): Promise<Omit<Site, 'requests'>> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      closeConnections();
    });
  return { address, url: `http://${address}`, close };
}

export const html =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(body);
  };

export const redirect =
  (location: string, status = 302) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { location });
    response.end();
  };

function notFound(_request: IncomingMessage, response: ServerResponse): void {
  html('<!doctype html><title>Gone</title><h1>Nothing here</h1>', {}, 404)(_request, response);
}
