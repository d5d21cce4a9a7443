import type { IncomingMessage, ServerResponse } from 'node:http';
import { linking } from '../sites/linked.js';
import { startSite, type Site } from '../sites/site.js';

const WORDS = 'The harbour bridge was built by the town and carries the road to the island since then';

/** Response of a page now. */
export interface Now {
  /** Sections by heading. */
  sections?: Record<string, string>;
  status?: number;
  location?: string;
  /** Time until the response, in milliseconds. */
  delayMs?: number;
}

/** A site whose pages change on command; `/` links to all of them. */
export class ChangingSite {
  private site!: Site;
  readonly pages = new Map<string, Now>();

  static async start(paths: readonly string[]): Promise<ChangingSite> {
    const changing = new ChangingSite();
    const answer = (request: IncomingMessage, response: ServerResponse) => changing.answer(request, response);
    changing.site = await startSite(Object.fromEntries(['/', ...paths].map((path) => [path, answer])));
    for (const path of paths) changing.say(path, { First: `Text of ${path}.`, Second: 'More.' });
    return changing;
  }

  say(path: string, sections: Record<string, string>): void {
    this.pages.set(path, { sections });
  }

  answerWith(paths: Iterable<string>, now: Now): void {
    for (const path of paths) this.pages.set(path, now);
  }

  address(path = '/'): string {
    return this.site.url + path;
  }

  close(): Promise<void> {
    return this.site.close();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/' } = request;
    const {
      sections = {},
      status = 200,
      location,
      delayMs = 0,
    } = this.pages.get(url) ?? { status: url === '/' ? 200 : 404 };
    const body = url === '/' ? linking('All', [...this.pages.keys()]) : htmlOf(sections);
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      ...(location ? { Location: location } : {}),
    };
    const end = () => void response.writeHead(status, headers).end(body);
    if (delayMs === 0) return end();
    const timer = setTimeout(end, delayMs);
    response.once('close', () => clearTimeout(timer));
  }
}

function htmlOf(sections: Record<string, string>): string {
  const parts = Object.entries(sections).map(
    ([heading, text]) =>
      `<h2 id="${heading.toLowerCase()}">${heading}</h2><p>${text}</p><p>${`${WORDS}. `.repeat(20)}</p>`,
  );
  return `<!doctype html><html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${parts.join('')}</main></body></html>`;
}
