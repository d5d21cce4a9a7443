import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a client asked the endpoint. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: {
      readonly type: string;
      readonly json_schema?: { strict: boolean; schema: object };
    };
    readonly temperature?: number;
    readonly stream?: boolean;
  };
  /** `performance.now()` when it arrived, and when the client went away unanswered. */
  readonly atMs: number;
  abortedAtMs?: number;
}

/** One answer: an object or text of the model, a refusal, or whatever a function does to the response. */
export type Turn =
  | { readonly say: unknown; readonly finish?: string; readonly model?: string; readonly usage?: object }
  | { readonly status: number; readonly error?: object | string; readonly headers?: Record<string, string> }
  | { readonly act: (response: ServerResponse) => void };

/** Chooses the answer: by the question, or the how-manieth it is. */
export type Script = (asked: Asked, at: number) => Turn;

export interface ScriptedModel {
  /** As `llm.baseURL` takes it. */
  readonly baseURL: string;
  readonly asked: Asked[];
  /** Replaces the script; a list is played in order, its last turn over and over. */
  play(script: Script | readonly Turn[]): void;
  close(): Promise<void>;
}

/** An OpenAI-compatible endpoint on a free port of 127.0.0.1 that answers what a test wants. */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const asked: Asked[] = [];
  let script: Script = () => ({ status: 500 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
      const one: Asked = { path: request.url ?? '', headers: request.headers, body, atMs: performance.now() };
      asked.push(one);
      response.on('close', () => {
        if (!response.writableEnded) one.abortedAtMs = performance.now();
      });
      answer(script(one, asked.length - 1), body.model, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    play(next) {
      asked.length = 0;
      script = typeof next === 'function' ? next : (_asked, at) => next[Math.min(at, next.length - 1)]!;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(turn: Turn, model: string, response: ServerResponse): void {
  if ('act' in turn) return turn.act(response);
  if ('status' in turn) {
    const error =
      typeof turn.error === 'string' ? { message: turn.error } : (turn.error ?? { message: 'no' });
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
    return void response.end(JSON.stringify({ error }));
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(completion(turn, model)));
}

function completion(turn: Extract<Turn, { say: unknown }>, model: string): object {
  const content = typeof turn.say === 'string' ? turn.say : JSON.stringify(turn.say);
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: turn.model ?? model,
    choices: [{ index: 0, finish_reason: turn.finish ?? 'stop', message: { role: 'assistant', content } }],
    usage: turn.usage ?? { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  };
}
