import { readPageQuery } from '../../api/jobs/page-query.js';
import { InvalidRequestError } from '../../model/errors.js';
import { CrawlService } from '../../services/crawl/crawl.service.js';
import { answerJob, STATUS_TOOL } from './job-answer.js';
import { fields, JOB, text, wholeNumber, words } from './schemas.js';
import type { Tool, ToolArguments } from './tool.js';

const ID = text('Id of the crawl or batch');

export const CHECK_STATUS: Tool = {
  name: STATUS_TOOL,
  title: 'Look at a crawl or batch',
  describe: (nameOf) =>
    `Returns the state of a crawl or batch and its pages. Use it with the id that ${nameOf('crawl')} or ${nameOf('batch_scrape')} ` +
    `answered with, and with skip to read on. Ids last for 24 hours after the end.`,
  input: () =>
    fields(
      {
        id: ID,
        skip: wholeNumber(0, 'Pages passed over. Default: 0'),
        limit: wholeNumber(1, 'Most pages in the answer. Default: 100'),
      },
      'id',
    ),
  output: JOB,
  isReading: true,
  namesUnused: true,
  isOpenWorld: false,

  async run(given, call, context) {
    const { skip, limit } = given;
    const query = readPageQuery({ ...asText('skip', skip), ...asText('limit', limit) });
    return answerJob(idOf(given), call, context, query);
  },
};

export const CANCEL: Tool = {
  name: 'cancel_crawl',
  title: 'Stop a crawl or batch',
  describe: (nameOf) =>
    `Stops a crawl or batch: nothing further is read, and what there is stays. Use it for one that is not needed any more; to look at one ` +
    `use ${nameOf(STATUS_TOOL)}.`,
  input: () => fields({ id: ID }, 'id'),
  output: fields(
    { id: ID, status: words('Always the same', 'cancelled'), warning: text('Warnings') },
    'id',
    'status',
  ),
  isReading: false,
  namesUnused: true,
  isOpenWorld: false,

  async run(given, { owner }, { core }) {
    const id = idOf(given);
    await core.get(CrawlService).cancel(id, owner);
    return { structured: { id, status: 'cancelled' } };
  },
};

/** @throws InvalidRequestError */
function idOf({ id }: ToolArguments): string {
  if (typeof id === 'string') return id;
  throw new InvalidRequestError([{ path: ['id'], message: 'id must be a string' }]);
}

const asText = (name: string, value: unknown): Record<string, string> =>
  value === undefined ? {} : { [name]: String(value) };
