import { request, type IncomingHttpHeaders } from 'node:http';
import { expectAllowed, expectDocumented } from './openapi.js';

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
  /** The host answers, or makes something else of the answer than the API does: it is not held against the document. */
  readonly isHosts?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body read as JSON; undefined when it is none. */
  readonly json: any;
}

/**
 * One request on a connection of its own. Unlike fetch it sends any header and reads any answer.
 * @throws Error where the document of the API says otherwise
 */
export async function ask(url: string, question: Question = {}): Promise<Answer> {
  const answer = await send(url, question);
  const { method = 'POST', body, isHosts = false } = question;
  if (isHosts) return answer;
  expectDocumented(method, url, answer);
  if (answer.status === 200 && isPlain(body)) expectAllowed(method, url, body);
  return answer;
}

function send(url: string, { method = 'POST', headers = {}, body }: Question): Promise<Answer> {
  const bytes = toBytes(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      agent: false,
      headers: { ...lengthOf(bytes), ...headers } as never,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
      });
    });
    outgoing.end(bytes);
  });
}

const isPlain = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !Array.isArray(body);

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function lengthOf(bytes: Buffer | undefined): Record<string, string> {
  return bytes ? { 'content-type': 'application/json', 'content-length': String(bytes.length) } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
