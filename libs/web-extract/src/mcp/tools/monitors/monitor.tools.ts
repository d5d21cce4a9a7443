import { MonitorAnswers } from '../../../api/v2/monitors/monitor-answers.js';
import { InvalidRequestError } from '../../../model/errors.js';
import { CHECK_STATUSES, PAGE_STATUSES } from '../../../model/monitor/check.js';
import { KeyService } from '../../../services/keys/key.service.js';
import { MonitorService } from '../../../services/monitors/monitor.service.js';
import { fields, flag, listOf, text, wholeNumber, words } from '../schemas.js';
import type { McpToolContext } from '../tool-context.js';
import type { Tool, ToolArguments } from '../tool.js';
import { monitorBody } from './monitor-body.js';

const ID = text('Id of the monitor');
const LIST = {
  limit: wholeNumber(1, 'Most entries of the answer. Default: 25', 100),
  offset: wholeNumber(0, 'Entries to skip. Default: 0'),
};
const OUTPUT = fields(
  { success: flag('Always true'), warning: text('Differences between the request and the monitor') },
  'success',
);
const OBJECT = { type: 'object', description: 'The fields of POST /v2/monitor' } as const;

/** What all tools of monitors have in common. */
const MONITOR_TOOL = {
  output: OUTPUT,
  namesUnused: true,
  isOffered: ({ core }: McpToolContext) => core.options.history !== null,
};
const READING = { ...MONITOR_TOOL, isReading: true, isOpenWorld: false } as const;
const CHANGING = { ...MONITOR_TOOL, isReading: false, isOpenWorld: false } as const;

const CREATE: Tool = {
  ...MONITOR_TOOL,
  name: 'monitor_create',
  title: 'Create a monitor',
  describe: (nameOf) =>
    `Creates a monitor that checks pages or search results periodically and reports their changes. The short form takes page, pages or queries; ` +
    `body takes all fields of the API. To read a page once use ${nameOf('scrape')}.`,
  input: () =>
    fields({
      body: OBJECT,
      page: text('Address of the page to check'),
      pages: listOf({ type: 'string' }, 'Addresses of the pages to check'),
      queries: listOf({ type: 'string' }, 'Search queries to check in place of pages; they need a goal'),
      searchWindow: words(
        'Maximum age of search results. Default: 24h',
        '5m',
        '15m',
        '1h',
        '6h',
        '24h',
        '7d',
      ),
      maxResults: wholeNumber(1, 'Most search results. Default: 10', 50),
      includeDomains: listOf({ type: 'string' }, 'Only search results of these hosts'),
      excludeDomains: listOf({ type: 'string' }, 'No search results of these hosts'),
      goal: text('Question that changes are judged by'),
      name: text('Name of the monitor'),
      scheduleText: text('Schedule in words, such as "daily at 9:00". Default: every 30 minutes'),
      timezone: text('IANA name of a time zone. Default: UTC'),
      email: text('Address that receives mails about changes'),
      includeDiffs: flag('Mails contain the changed lines. Default: false'),
      webhookUrl: text('Address that receives messages about changes'),
    }),
  isReading: false,
  isOpenWorld: true,
  run: async (given, { owner, needsKey }, context) => ({
    structured: await answersOf(context).createFor(monitorBody(given), { owner, needsKey }),
  }),
};

const LIST_MONITORS: Tool = {
  ...READING,
  name: 'monitor_list',
  title: 'List monitors',
  describe: (nameOf) =>
    `Lists the monitors, the newest first. One of them is returned by ${nameOf('monitor_get')}.`,
  input: () => fields(LIST),
  run: async (given, { owner }, context) => ({
    structured: await answersOf(context).listFor(queryOf(given), owner),
  }),
};

const GET: Tool = {
  ...READING,
  name: 'monitor_get',
  title: 'Look at a monitor',
  describe: (nameOf) =>
    `Returns a monitor with its schedule and last result. Its checks are listed by ${nameOf('monitor_checks')}.`,
  input: () => fields({ id: ID }, 'id'),
  run: async (given, { owner }, context) => ({
    structured: await answersOf(context).getFor(textOf(given, 'id'), owner),
  }),
};

const UPDATE: Tool = {
  ...CHANGING,
  name: 'monitor_update',
  title: 'Change a monitor',
  describe: () =>
    'Changes the given fields of a monitor, for example {"status": "paused"} or {"schedule": {"text": "hourly"}}.',
  input: () => fields({ id: ID, body: OBJECT }, 'id', 'body'),
  run: async (given, { owner }, context) => ({
    structured: await answersOf(context).updateFor(textOf(given, 'id'), given['body'], owner),
  }),
};

const RUN: Tool = {
  ...CHANGING,
  isOpenWorld: true,
  name: 'monitor_run',
  title: 'Check now',
  describe: (nameOf) =>
    `Starts a check of a monitor now. Its result is available from ${nameOf('monitor_check')}.`,
  input: () => fields({ id: ID }, 'id'),
  run: async (given, { owner }, context) => ({
    structured: await answersOf(context).runFor(textOf(given, 'id'), owner),
  }),
};

const DELETE: Tool = {
  ...CHANGING,
  name: 'monitor_delete',
  title: 'Delete a monitor',
  describe: (nameOf) =>
    `Deletes a monitor with its checks. To stop it for a while pause it with ${nameOf('monitor_update')}.`,
  input: () => fields({ id: ID }, 'id'),
  async run(given, { owner }, { core }) {
    await core.get(MonitorService).remove(textOf(given, 'id'), owner);
    return { structured: { success: true } };
  },
};

const CHECKS: Tool = {
  ...READING,
  name: 'monitor_checks',
  title: 'List the checks of a monitor',
  describe: (nameOf) =>
    `Lists the checks of a monitor, the newest first. The pages of one are returned by ${nameOf('monitor_check')}.`,
  input: () =>
    fields({ id: ID, ...LIST, status: words('Only checks with this status', ...CHECK_STATUSES) }, 'id'),
  run: async (given, { owner }, context) => ({
    structured: await answersOf(context).checksFor(textOf(given, 'id'), queryOf(given), owner),
  }),
};

const CHECK: Tool = {
  ...READING,
  name: 'monitor_check',
  title: 'Look at a check',
  describe: () =>
    'Returns a check with its pages: their status, the changed lines, and the judgement for the goal.',
  input: () =>
    fields(
      {
        id: ID,
        checkId: text('Id of the check'),
        limit: LIST.limit,
        skip: wholeNumber(0, 'Pages to skip. Default: 0'),
        pageStatus: words('Only pages with this status', ...PAGE_STATUSES),
      },
      'id',
      'checkId',
    ),
  run: async ({ pageStatus, ...given }, { owner }, context) => {
    const ids = { id: textOf(given, 'id'), checkId: textOf(given, 'checkId') };
    const query = queryOf({ ...given, status: pageStatus });
    return { structured: await answersOf(context).checkFor(ids, query, owner) };
  },
};

/** Tools of monitors. */
export const MONITOR_TOOLS: readonly Tool[] = [
  CREATE,
  LIST_MONITORS,
  GET,
  UPDATE,
  RUN,
  DELETE,
  CHECKS,
  CHECK,
];

const answersOf = ({ core }: McpToolContext): MonitorAnswers =>
  new MonitorAnswers(core.get(MonitorService), core.get(KeyService), core.options, core.answers);

/** @throws InvalidRequestError */
function textOf(given: ToolArguments, name: string): string {
  const value = given[name];
  if (typeof value === 'string') return value;
  throw new InvalidRequestError([{ path: [name], message: `${name} must be a string` }]);
}

/** Arguments as the query of the route. */
const queryOf = (given: ToolArguments): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
