import type { SessionCheckResult, SessionView } from 'nestjs-web-extract';
import { UsageError, type Command, type Invocation } from '../command';
import type { ApiAnswer, ApiClient } from '../monitor/api-client';
import { say } from '../monitor/monitor-command';
import { timeOf } from '../monitor/present-monitor';
import { SERVER_HELP, SERVER_OPTIONS, withServer } from '../monitor/server-options';
import { facts, table } from '../monitor/table';
import { onlyWord } from '../read-options';
import { BODY_OPTIONS, readSessionBody } from './session-body';

const USAGE = 'Usage: nestjs-web-extract session';

const pathOf = (name: string): string => `/v2/sessions/${encodeURIComponent(name)}`;

const sessionTable = (sessions: readonly SessionView[]): string =>
  table(
    ['NAME', 'STATE', 'LOGIN', 'RENEWED', 'ORIGINS'],
    sessions.map(({ name, state, login, renewedAt, origins }) => [
      name,
      state,
      login ?? '-',
      timeOf(renewedAt),
      origins.join(' '),
    ]),
  );

function sessionFacts(session: SessionView): string {
  const { loginOrigins, headers, expiresAt, retryAt, error } = session;
  const optional: readonly (readonly [string, string | null])[] = [
    ['login origins', loginOrigins.join(' ')],
    ['headers', headers.join(' ')],
    ['expires', expiresAt && timeOf(expiresAt)],
    ['next login', retryAt && timeOf(retryAt)],
    ['error', error && `${error.message} (${error.code})`],
  ];
  return facts([
    ['name', session.name],
    ['state', session.state],
    ['origins', session.origins.join(' ')],
    ['account', session.account],
    ['login', session.login ?? 'none'],
    ['logins', String(session.generation)],
    ['cookies', String(session.cookies)],
    ['storage', String(session.storage)],
    ['stored', session.persisted ? 'encrypted' : 'in memory'],
    ['updated', timeOf(session.updatedAt)],
    ['renewed', timeOf(session.renewedAt)],
    ...optional.flatMap(([name, value]) => (value ? [[name, value] as const] : [])),
  ]);
}

const create: Command = {
  help: `${USAGE} create <name> --origin <url> [options]

Creates a session from cookies, with a login, or both. Its values can be
replaced, not read.

  --origin <url>         scheme, host and port that receive it; repeatable
  --login-origin <url>   further ones that only the login uses; repeatable
  --cookies <file>       cookies.txt or storageState of Playwright
  --login <file or ->    JSON of the login: a form, a request or actions
  --check <url>          page that answers 200 to a valid session only
  --account <name>       part of the keys of histories (the name)
  --body <file or ->     all fields as JSON, as in POST /v2/sessions
  --replace              replace a session of this name
${SERVER_HELP}`,
  options: { ...BODY_OPTIONS, ...SERVER_OPTIONS, replace: { type: 'boolean' } },
  async run(invocation) {
    const { name, fields } = await readSessionBody(invocation);
    const request = invocation.values['replace']
      ? ({ method: 'PUT', path: pathOf(name), body: fields } as const)
      : ({ method: 'POST', path: '/v2/sessions', body: { ...fields, name } } as const);
    const { data, warning } = await asked<SessionView>(invocation, (api) => api.ask(request));
    if (warning !== undefined) invocation.terminal.note(`warning: ${warning}`);
    await say(invocation, data, sessionFacts(data));
  },
};

const list: Command = {
  help: `${USAGE} list [options]

Lists the sessions of the key.

${SERVER_HELP}`,
  options: SERVER_OPTIONS,
  async run(invocation) {
    const { words, values, terminal } = invocation;
    if (words.length > 0) throw new UsageError(`list takes no ${words[0]}`);
    const { data } = await asked<readonly SessionView[]>(invocation, (api) =>
      api.ask({ method: 'GET', path: '/v2/sessions' }),
    );
    if (data.length === 0 && !values['json']) return terminal.note('There are no sessions.');
    await say(invocation, data, sessionTable(data));
  },
};

const get: Command = {
  help: `${USAGE} get <name> [options]

Shows a session without its values.

${SERVER_HELP}`,
  options: SERVER_OPTIONS,
  async run(invocation) {
    const path = pathOf(onlyWord(invocation.words, 'name'));
    const { data } = await asked<SessionView>(invocation, (api) => api.ask({ method: 'GET', path }));
    await say(invocation, data, sessionFacts(data));
  },
};

const check: Command = {
  help: `${USAGE} check <name> [options]

Tells whether a session is valid, by the page of its check. It ends with 1 if
the session is logged out.

  --renew                log in if it is not valid
${SERVER_HELP}`,
  options: { ...SERVER_OPTIONS, renew: { type: 'boolean' } },
  async run(invocation) {
    const path = `${pathOf(onlyWord(invocation.words, 'name'))}/check`;
    const body = { renew: invocation.values['renew'] === true };
    const { data } = await asked<SessionCheckResult>(invocation, (api) =>
      api.ask({ method: 'POST', path, body }),
    );
    await say(invocation, data, `${sentenceOf(data)}\n`);
    return data.loggedIn === false ? 1 : 0;
  },
};

const remove: Command = {
  help: `${USAGE} remove <name> [options]

Removes a session. Pages of its running jobs fail.

  --forget               also delete the histories of pages read with it
${SERVER_HELP}`,
  options: { ...SERVER_OPTIONS, forget: { type: 'boolean' } },
  async run(invocation) {
    const name = onlyWord(invocation.words, 'name');
    const query = invocation.values['forget'] ? '?forget=true' : '';
    await asked(invocation, (api) => api.ask({ method: 'DELETE', path: pathOf(name) + query }));
    await say(invocation, { success: true, name }, `Removed ${name}.\n`);
  },
};

function asked<Data>(
  invocation: Invocation,
  ask: (api: ApiClient) => Promise<ApiAnswer<Data>>,
): Promise<ApiAnswer<Data>> {
  return withServer(invocation, (api) => ask(api));
}

function sentenceOf({ loggedIn, renewed, statusCode }: SessionCheckResult): string {
  const status = statusCode === null ? '' : ` (HTTP ${statusCode})`;
  if (renewed) return `Logged in again${status}.`;
  if (loggedIn === null) return 'Unknown: the session has no check, or its page could not be read.';
  return loggedIn ? `Valid${status}.` : `Logged out${status}.`;
}

/** Commands of sessions by their second word. */
export const SESSION_COMMANDS = { create, list, get, check, remove } as const satisfies Readonly<
  Record<string, Command>
>;
