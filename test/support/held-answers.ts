import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { expectDocumented } from './openapi.js';

/**
 * Holds what published clients are answered against the document of the API. Questions of tests name no agent: `ask` holds those, where
 * the test can be told at once.
 * @returns what throws the first problem that there was
 */
export function holdAnswers(server: Server): () => void {
  let problem: unknown;
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers['user-agent'] === undefined) return;
    const sent = keepSent(response);
    response.once('finish', () => {
      try {
        hold(request, response, sent);
      } catch (error) {
        problem ??= error;
      }
    });
  });
  return () => {
    if (problem !== undefined) throw problem;
  };
}

interface Sent {
  contentType: string;
  /** Compressed bodies are assets of the playground. */
  isEncoded: boolean;
  readonly chunks: Buffer[];
}

/** Express sets its headers one by one, Fastify hands them over with the status. */
function keepSent(response: ServerResponse): Sent {
  const sent: Sent = { contentType: '', isEncoded: false, chunks: [] };
  spy(response, 'writeHead', (...args) => {
    const headers = (args.at(-1) ?? {}) as Readonly<Record<string, string>>;
    sent.contentType = headers['content-type'] ?? String(response.getHeader('content-type') ?? '');
    sent.isEncoded = headers['content-encoding'] !== undefined;
  });
  for (const name of ['write', 'end'] as const) {
    spy(response, name, (chunk) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array)
        sent.chunks.push(Buffer.from(chunk as string));
    });
  }
  return sent;
}

function spy(
  response: ServerResponse,
  name: 'writeHead' | 'write' | 'end',
  look: (...args: unknown[]) => void,
): void {
  const original = response[name].bind(response) as (...args: unknown[]) => never;
  response[name] = (...args: unknown[]) => {
    look(...args);
    return original(...args);
  };
}

function hold(
  { method = '', url = '' }: IncomingMessage,
  { statusCode: status }: ServerResponse,
  { contentType, isEncoded, chunks }: Sent,
): void {
  if (isEncoded) return;
  const text = Buffer.concat(chunks).toString();
  const json: unknown = contentType.startsWith('application/json') ? JSON.parse(text) : undefined;
  const headers = { 'content-type': contentType };
  expectDocumented(method, new URL(url, 'http://host').href, { status, headers, json, text });
}
