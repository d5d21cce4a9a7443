import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { RunningApp } from './app.js';

/** An event as a line of JSON, or as the data of an event stream, says it. */
export interface StreamedEvent {
  readonly type: string;
  readonly id: string;
  readonly data: any;
}

/** What came over a stream until now. */
export interface OpenStream {
  readonly response: IncomingMessage;
  readonly events: StreamedEvent[];
  /** Resolves with all events when the stream has ended. */
  readonly ended: Promise<StreamedEvent[]>;
  close(): void;
}

/** Opens a stream of a job and reads it as it comes. */
export async function openStream(
  api: RunningApp,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<OpenStream> {
  const asking = request(api.url + path, { headers }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  const events: StreamedEvent[] = [];
  let text = '';
  response.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop()!;
    for (const line of lines) {
      const json = line.replace(/^data: /, '');
      if (json.startsWith('{')) events.push(JSON.parse(json));
    }
  });
  const ended = once(response, 'end').then(() => events);
  ended.catch(() => {}); // one that is closed does not end
  return { response, events, ended, close: () => asking.destroy() };
}
