import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { startSite, type Site } from './site.js';

/** A site behind a form with a token: sessions end after a number of requests. */
export interface MembersSite extends Site {
  readonly counts: { logins: number; attempts: number; expiries: number };
  /** Values of session cookies. */
  readonly values: Set<string>;
  /** Ends all sessions. */
  expire(): void;
}

const TEXT =
  'The harbour was built in three stages, and each of them left a wall that visitors can still walk along before the ferries arrive.';
const pageOf = (title: string, links: readonly string[], id: string) =>
  `<!doctype html><title>${title}</title><main id="${id}"><h1>${title}</h1><p>${TEXT}</p>${links.map((href) => `<p><a href="${href}">To ${href}</a></p>`).join('')}</main>`;

/** @param requests requests until a session ends */
export async function startMembers(password: string, pages: readonly string[], requests = Infinity): Promise<MembersSite> {
  const counts = { logins: 0, attempts: 0, expiries: 0 };
  const sessions = new Map<string, number>();
  const values = new Set<string>();
  const tokens = new Set<string>();

  const form = (response: ServerResponse) => {
    const token = randomUUID();
    tokens.add(token);
    response.end(
      `<title>Sign in</title><form method=post action="/login"><input name=user><input type=password name=password><input type=hidden name=token value="${token}"><button>Sign in</button></form>`,
    );
  };
  const logIn = async (request: IncomingMessage, response: ServerResponse) => {
    counts.attempts++;
    let body = '';
    for await (const part of request) body += String(part);
    const fields = new URLSearchParams(body);
    const isRight = tokens.delete(fields.get('token') ?? '') && fields.get('password') === password;
    if (!isRight) return form(response);
    counts.logins++;
    const value = randomUUID();
    values.add(value);
    sessions.set(value, 0);
    response.writeHead(302, { location: '/', 'set-cookie': `sid=${value}; Path=/; HttpOnly` }).end();
  };
  const isMember = ({ headers }: IncomingMessage): boolean => {
    const value = /(?:^|; )sid=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const uses = sessions.get(value);
    if (uses === undefined) return false;
    sessions.set(value, uses + 1);
    if (uses < requests) return true;
    sessions.delete(value);
    counts.expiries++;
    return false;
  };
  const inside = (title: string, links: readonly string[], id = 'front') => (request: IncomingMessage, response: ServerResponse) => {
    if (!isMember(request)) return void response.writeHead(302, { location: '/login' }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(title, links, id));
  };

  const site = await startSite({
    '/login': (request, response) => (request.method === 'POST' ? void logIn(request, response) : form(response)),
    '/': inside('Front', [...pages, '/logout', '/items/3/delete']),
    ...Object.fromEntries(pages.map((path) => [path, inside(`Inside ${path}`, [], path.slice(path.lastIndexOf('/') + 1))])),
  });
  const expire = () => {
    if (sessions.size > 0) counts.expiries++;
    sessions.clear();
  };
  return Object.assign(site, { counts, values, expire });
}
