import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A result as SearXNG writes it. */
export interface SearxngResult {
  readonly url: string;
  readonly title: string;
  readonly content?: string;
}

/** A server that answers as SearXNG does: GET /search?format=json. */
export interface SearxngDouble {
  readonly url: string;
  /** The parameters of every search, in order. */
  readonly asked: Record<string, string>[];
  /** Results of each page; pages beyond are empty. */
  pages: readonly (readonly SearxngResult[])[];
  unresponsive: readonly (readonly [string, string])[];
  /** Answers instead, when set. */
  answer: ((response: ServerResponse) => void) | null;
  close(): Promise<void>;
}

export async function startSearxng(): Promise<SearxngDouble> {
  const asked: Record<string, string>[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://searxng');
    const parameters = Object.fromEntries(searchParams);
    asked.push(parameters);
    if (double.answer) return double.answer(response);
    if (pathname !== '/search') return response.writeHead(404).end();
    if (parameters['format'] !== 'json') return response.writeHead(200).end('<html>');
    const results = double.pages[Number(parameters['pageno'] ?? 1) - 1] ?? [];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(replyTo(parameters['q'] ?? '', results, double.unresponsive)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const double: SearxngDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    pages: [],
    unresponsive: [],
    answer: null,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return double;
}

function replyTo(
  query: string,
  results: readonly SearxngResult[],
  unresponsive: SearxngDouble['unresponsive'],
) {
  return {
    query,
    number_of_results: 0,
    results: results.map((result, at) => ({
      engine: 'fixture',
      engines: ['fixture'],
      category: 'general',
      score: 1 / (at + 1),
      positions: [at + 1],
      template: 'default.html',
      parsed_url: [],
      ...result,
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: unresponsive,
  };
}
