import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, runInThisContext } from 'node:vm';
import type { SessionOptions } from 'nestjs-web-extract';
import { UsageError, type OptionValues } from './command';

/** Options about the state that pages are read with. */
export const SESSION_OPTIONS = {
  cookies: { type: 'string' },
  session: { type: 'string' },
  sessions: { type: 'string' },
} as const;

/** A session of the command line: its name, and the sessions of the application. */
export interface ChosenSession {
  readonly session: string;
  readonly sessions: Readonly<Record<string, SessionOptions>>;
}

const FROM_FILE = 'cookies';
const MAX_FILE_BYTES = 1024 * 1024;
const everybody = (): boolean => true; // crawls of the command line have an owner of their own

/**
 * The session of `--cookies`, or of `--session` and `--sessions`.
 * @param url address that the command begins with: cookies of a file are for its origin
 * @throws UsageError
 */
export async function readSession(
  values: OptionValues,
  url: string | undefined,
): Promise<ChosenSession | null> {
  const { cookies, session, sessions } = values;
  if (typeof cookies === 'string') {
    if (session !== undefined || sessions !== undefined)
      throw new UsageError('--cookies and --session exclude each other');
    if (url === undefined) throw new UsageError('--cookies needs an address');
    const state = await readState(cookies);
    return {
      session: FROM_FILE,
      sessions: { [FROM_FILE]: { origins: originsOf(url), allow: everybody, ...state } },
    };
  }
  if (session === undefined && sessions === undefined) return null;
  if (typeof session !== 'string' || typeof sessions !== 'string')
    throw new UsageError('--session <name> needs --sessions <file.mjs>, and the other way round');
  return { session, sessions: await importSessions(sessions, session) };
}

/** An address without a scheme may be either. */
function originsOf(address: string): string[] {
  const text = address.trim();
  try {
    if (/^https?:/i.test(text)) return [new URL(text).origin];
    return [new URL(`http://${text}`).origin, new URL(`https://${text}`).origin];
  } catch {
    throw new UsageError(`--cookies: ${address} is no address`);
  }
}

/** The page option and the sessions of an application for a chosen session. */
export function asOptions(chosen: ChosenSession | null): {
  readonly page: { readonly session?: string };
  readonly settings: { readonly sessions?: ChosenSession['sessions'] };
} {
  if (chosen === null) return { page: {}, settings: {} };
  return { page: { session: chosen.session }, settings: { sessions: chosen.sessions } };
}

/** State of Playwright or a file in the Netscape format. Messages contain nothing of the file. @throws UsageError */
export async function readState(path: string): Promise<Pick<SessionOptions, 'storageState' | 'cookiesTxt'>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--cookies: ${path} cannot be read (${error.code ?? 'unknown error'})`);
  });
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    throw new UsageError(`--cookies: ${path} is larger than 1 MiB`);
  if (!text.trimStart().startsWith('{')) {
    const isNetscape = text.split(/\r?\n/).some((line) => line.split('\t').length >= 7);
    if (isNetscape) return { cookiesTxt: text };
    throw new UsageError(`--cookies: ${path} is neither JSON nor in the Netscape format`);
  }
  const state = parseState(text);
  if (state === null)
    throw new UsageError(`--cookies: ${path} is no storageState of Playwright: { cookies: [], origins: [] }`);
  return { storageState: state };
}

function parseState(text: string): SessionOptions['storageState'] | null {
  try {
    const state = JSON.parse(text) as Partial<NonNullable<SessionOptions['storageState']>>;
    const { cookies = [], origins = [] } = state;
    return Array.isArray(cookies) && Array.isArray(origins) ? { cookies, origins } : null;
  } catch {
    return null;
  }
}

/** Imports a module of the user: the compiler replaces `import()` by `require()`, which takes no URL. */
const importFile = runInThisContext('(url) => import(url)', {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}) as (url: string) => Promise<unknown>;

async function importSessions(path: string, name: string): Promise<ChosenSession['sessions']> {
  const module = await importFile(pathToFileURL(resolve(path)).href).catch((error: unknown) => {
    throw new UsageError(`--sessions: ${path} cannot be loaded: ${(error as Error).message}`);
  });
  const sessions = (module as { default?: unknown }).default as Record<string, SessionOptions> | undefined;
  const chosen = sessions?.[name];
  if (typeof chosen !== 'object' || chosen === null)
    throw new UsageError(`--sessions: the default export of ${path} has no session ${name}`);
  return { [name]: { ...chosen, allow: everybody } };
}
