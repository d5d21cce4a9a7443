import { readFile } from 'node:fs/promises';
import { UsageError, type Command, type Invocation } from '../command';
import { defined, onlyWord, texts } from '../read-options';
import { readState } from '../session-options';

/** Options that describe a new session. Values come from files: other users of the machine can read the arguments of commands. */
export const BODY_OPTIONS = {
  origin: { type: 'string', multiple: true },
  'login-origin': { type: 'string', multiple: true },
  cookies: { type: 'string' },
  login: { type: 'string' },
  check: { type: 'string' },
  account: { type: 'string' },
  body: { type: 'string' },
} as const satisfies Command['options'];

const MAX_FILE_BYTES = 1024 * 1024;

/** Name and fields of a session. @throws UsageError */
export async function readSessionBody({
  words,
  values,
}: Pick<Invocation, 'words' | 'values'>): Promise<{ readonly name: string; readonly fields: object }> {
  const name = onlyWord(words, 'name');
  const [origins, loginOrigins] = [texts(values, 'origin'), texts(values, 'login-origin')];
  const { cookies, login, check, account, body } = values;
  if (typeof body === 'string') {
    const others = Object.keys(BODY_OPTIONS).filter(
      (option) => option !== 'body' && values[option] !== undefined,
    );
    if (others[0]) throw new UsageError(`--body has all fields: leave out --${others[0]}`);
    return { name, fields: await readJson('body', body) };
  }
  if (origins.length === 0) throw new UsageError('name the --origin that the session is for, or --body');
  const fields = defined({
    origins,
    loginOrigins: loginOrigins.length === 0 ? undefined : loginOrigins,
    login: typeof login === 'string' ? await readJson('login', login) : undefined,
    check: typeof check === 'string' ? { url: check } : undefined,
    account: typeof account === 'string' ? account : undefined,
    ...(typeof cookies === 'string' ? await readState(cookies) : {}),
  });
  return { name, fields };
}

/** Messages contain nothing of the file. */
async function readJson(option: string, path: string): Promise<object> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`--${option}: ${path} cannot be read (${error.code ?? 'unknown error'})`);
    },
  );
  if (Buffer.byteLength(text) > MAX_FILE_BYTES)
    throw new UsageError(`--${option}: ${path} is larger than 1 MiB`);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`--${option}: ${path} must contain a JSON object`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // its message would contain a part of the text
  }
}
