import { isJsonObject } from '../../../api/bodies/json-object.js';
import { InvalidRequestError } from '../../../model/errors.js';
import type { ToolArguments } from '../tool.js';

const SCHEDULE = 'every 30 minutes';
/** Arguments of the short form. */
const SHORT_FORM = [
  'page', 'pages', 'queries', 'searchWindow', 'maxResults', 'includeDomains', 'excludeDomains', 'goal', 'name',
  'scheduleText', 'timezone', 'email', 'includeDiffs', 'webhookUrl',
]; // prettier-ignore

/** Body of a new monitor: as given in `body`, or from the short form. @throws InvalidRequestError */
export function monitorBody(given: ToolArguments): Readonly<Record<string, unknown>> {
  const {
    body,
    goal,
    name,
    scheduleText = SCHEDULE,
    timezone,
    email,
    includeDiffs = false,
    webhookUrl,
  } = given;
  if (isJsonObject(body)) {
    refuseUnused(given, ['body']);
    return body;
  }
  refuseUnused(given, SHORT_FORM);
  const target = targetOf(given);
  const subject = target.urls?.[0] ?? target.queries?.[0] ?? '';
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name : `Monitor ${subject}`.slice(0, 200),
    schedule: { text: scheduleText, ...(timezone === undefined ? {} : { timezone }) },
    targets: [target],
    ...(goal === undefined ? {} : { goal }),
    ...(email === undefined
      ? {}
      : { notification: { email: { enabled: true, recipients: [email], includeDiffs } } }),
    ...(webhookUrl === undefined ? {} : { webhook: { url: webhookUrl } }),
  };
}

interface Target {
  readonly type: 'scrape' | 'search';
  readonly urls?: readonly unknown[];
  readonly queries?: readonly unknown[];
}

function targetOf({
  page,
  pages,
  queries,
  searchWindow,
  maxResults,
  includeDomains,
  excludeDomains,
}: ToolArguments): Target {
  if (Array.isArray(queries) && queries.length > 0) {
    const options = Object.entries({ searchWindow, maxResults, includeDomains, excludeDomains });
    return {
      type: 'search',
      queries,
      ...Object.fromEntries(options.filter(([, value]) => value !== undefined)),
    };
  }
  const urls = [...(page === undefined ? [] : [page]), ...(Array.isArray(pages) ? (pages as unknown[]) : [])];
  if (urls.length > 0) return { type: 'scrape', urls };
  throw new InvalidRequestError([{ path: ['page'], message: 'page, pages, queries or body is required' }]);
}

/** An argument that is passed over could be a promise to somebody. @throws InvalidRequestError naming each one */
function refuseUnused(given: ToolArguments, used: readonly string[]): void {
  const unused = Object.keys(given).filter((name) => !used.includes(name));
  if (unused.length === 0) return;
  const reason = used.includes('body')
    ? 'belongs into body'
    : 'is not used by the short form: give it in body';
  throw new InvalidRequestError(unused.map((name) => ({ path: [name], message: `${name.slice(0, 100)} ${reason}` }))); // prettier-ignore
}
