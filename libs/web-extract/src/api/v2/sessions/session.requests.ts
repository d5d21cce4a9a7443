import { InvalidRequestError } from '../../../model/errors.js';
import { problemAt } from '../../../model/problems/request-problem.js';
import type { SessionDefinition } from '../../../model/session/session.js';
import { toSafeObject } from '../../bodies/read-body.pipe.js';
import { isJsonObject } from '../../bodies/json-object.js';

/** Selects what is removed with a session. */
export interface SessionRemovalQueryV2 {
  /** `true` also deletes the history of pages read with the session. */
  readonly forget?: 'true' | 'false';
}

const FIELDS: ReadonlySet<string> = new Set([
  'name', 'origins', 'loginOrigins', 'cookies', 'storageState', 'cookiesTxt', 'headers', 'login', 'check', 'loggedOut',
  'account', 'maxAgeMs', 'maxConcurrent', 'follow', 'neverFollow', 'allowScripts',
]); // prettier-ignore

/** Reads a session; its fields are checked by the service. A misspelled field would change who is logged in. @throws InvalidRequestError */
export function readSession(sent: unknown, name?: string): SessionDefinition {
  const body = toSafeObject(sent);
  const unknown = Object.keys(body).filter((field) => !FIELDS.has(field));
  if (unknown.length > 0)
    throw new InvalidRequestError(
      unknown
        .slice(0, 10)
        .map((field) =>
          problemAt([field.slice(0, 60)], { code: 'contradiction', reason: 'is not a field of sessions' }),
        ),
    );
  if (name !== undefined && body['name'] !== undefined && body['name'] !== name)
    throw InvalidRequestError.at(['name'], { code: 'contradiction', reason: 'must be the name of the path' });
  return { ...body, ...(name === undefined ? {} : { name }) } as unknown as SessionDefinition;
}

/** @throws InvalidRequestError */
export function readCheck(sent: unknown): { readonly renew: boolean } {
  const body = sent === undefined || sent === null || sent === '' ? {} : toSafeObject(sent);
  const renew = isJsonObject(body) ? (body['renew'] ?? false) : false;
  if (typeof renew !== 'boolean')
    throw InvalidRequestError.at(['renew'], { code: 'contradiction', reason: 'must be true or false' });
  return { renew };
}

/** @throws InvalidRequestError */
export function readForget({ forget = 'false', ...others }: Readonly<Record<string, unknown>>): boolean {
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    throw InvalidRequestError.at([unknown], {
      code: 'contradiction',
      reason: 'is not a parameter of this request',
    });
  if (forget === 'true' || forget === 'false') return forget === 'true';
  throw InvalidRequestError.at(['forget'], { code: 'contradiction', reason: 'must be true or false' });
}
