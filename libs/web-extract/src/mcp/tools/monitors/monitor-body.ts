import { isJsonObject } from '../../../api/bodies/json-object.js';
import { InvalidRequestError } from '../../../model/errors.js';
import type { ToolArguments } from '../tool.js';

const SCHEDULE = 'every 30 minutes';

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
  if (isJsonObject(body)) return body;
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
