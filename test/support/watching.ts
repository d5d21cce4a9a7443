import { once } from 'node:events';
import { WebSocket, type ClientOptions } from 'ws';

export interface Frame {
  readonly type: string;
  readonly data?: any;
  readonly error?: string;
}

/** How a watch ended, with all that it was told. */
export interface Watched {
  readonly frames: readonly Frame[];
  readonly code: number;
  /** Parsed, where there is one. */
  readonly reason: any;
  readonly protocol: string;
}

/** A client that watches a job, or tries to. */
export class Watcher {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  private readonly end: Promise<Watched>;

  /** @param key as published clients send it; null for none */
  constructor(url: string, key: string | null, options: ClientOptions = {}) {
    this.socket = new WebSocket(url.replace(/^http/, 'ws'), key === null ? [] : key, options);
    this.socket.on('message', (data, isBinary) => {
      if (isBinary) throw new Error('a binary frame');
      this.frames.push(JSON.parse(String(data)));
    });
    this.end = new Promise((resolve, reject) => {
      this.socket.on('error', reject);
      this.socket.on('unexpected-response', (_, response) => {
        reject(new Error(`refused with ${response.statusCode}`));
        this.socket.terminate();
      });
      this.socket.on('close', (code, reason) => {
        const text = String(reason);
        const { frames, socket } = this;
        resolve({ frames, code, reason: text === '' ? null : JSON.parse(text), protocol: socket.protocol });
      });
    });
    this.end.catch(() => {}); // callers that wait for the end get the error
  }

  /** @throws when there was no handshake */
  ended(): Promise<Watched> {
    return this.end;
  }

  async opened(): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, 'open');
  }

  /** Waits until this many frames have come. */
  async heard(count: number): Promise<readonly Frame[]> {
    while (this.frames.length < count) await once(this.socket, 'message');
    return this.frames;
  }
}

/** Paths of the documents of all frames, in order. */
export function pathsTold(frames: readonly Frame[]): string[] {
  const documents = frames.flatMap(({ type, data }) =>
    type === 'catchup' ? data.data : type === 'document' ? [data] : [],
  );
  return documents.map(({ metadata }: any) => new URL(metadata.sourceURL).pathname);
}
