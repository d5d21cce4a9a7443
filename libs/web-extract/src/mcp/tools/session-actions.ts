import { isJsonObject } from '../../api/bodies/json-object.js';
import { InvalidRequestError } from '../../model/errors.js';

type Path = readonly (string | number)[];

/** Actions of an agent in pages behind a login: it may look. */
const LOOKING: ReadonlySet<unknown> = new Set(['wait', 'scroll', 'screenshot']);
/** Targets of monitors are the deepest place of actions. */
const MAX_DEPTH = 8;

/**
 * Refuses actions that could change something in the name of the user of a session, wherever arguments name the session.
 * @throws InvalidRequestError
 */
export function refuseActionsOfSessions(given: unknown, path: Path = [], hasSession = false): void {
  if (path.length > MAX_DEPTH) return;
  if (Array.isArray(given))
    return given.forEach((one, at) => refuseActionsOfSessions(one, [...path, at], hasSession));
  if (!isJsonObject(given)) return;
  const isLoggedIn = hasSession || given['session'] !== undefined || sessionOfPages(given);
  const { actions } = given;
  const index =
    isLoggedIn && Array.isArray(actions) ? actions.findIndex((one) => !LOOKING.has(typeOf(one))) : -1;
  if (index >= 0)
    throw InvalidRequestError.at([...path, 'actions', index, 'type'], {
      code: 'contradiction',
      reason: 'must be wait, scroll or screenshot with a session',
    });
  for (const [name, value] of Object.entries(given))
    if (name !== 'actions') refuseActionsOfSessions(value, [...path, name], isLoggedIn);
}

/** The session of a job may be named beside its pages or in their options. */
const sessionOfPages = ({ scrapeOptions }: Readonly<Record<string, unknown>>): boolean =>
  isJsonObject(scrapeOptions) && scrapeOptions['session'] !== undefined;

const typeOf = (action: unknown): unknown => (isJsonObject(action) ? action['type'] : action);
