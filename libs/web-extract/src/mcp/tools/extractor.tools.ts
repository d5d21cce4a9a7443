import {
  readFurther,
  readHeal,
  readLearning,
  readRange,
  readRun,
} from '../../api/v2/extractors/extractor.requests.js';
import { InvalidRequestError } from '../../model/errors.js';
import { ExtractorService } from '../../services/extractors/extractor.service.js';
import { fields, flag, listOf, text, wholeNumber } from './schemas.js';
import type { McpToolContext } from './tool-context.js';
import type { Tool, ToolArguments } from './tool.js';

const ID = text('Id or name of the extractor');
const OUTPUT = fields({ success: flag('Always true'), warning: text('Warnings') }, 'success');
const PAGES = listOf(
  { type: 'object', properties: { url: { type: 'string' }, data: { type: 'object' } }, required: ['url'] },
  'Pages of the same kind, with the values of some of them as data',
  { minItems: 2, maxItems: 50 },
);
const LEARNING = {
  pages: PAGES,
  urls: listOf({ type: 'string' }, 'Pages without values, in place of pages', { minItems: 2, maxItems: 50 }),
  sources: listOf(
    { type: 'string', enum: ['values', 'stated', 'model'] },
    'Sources of examples. Default: all',
  ),
};
const READING = { output: OUTPUT, namesUnused: true, isReading: true, isOpenWorld: false } as const;
const CHANGING = { output: OUTPUT, namesUnused: true, isReading: false } as const;

const LEARN: Tool = {
  ...CHANGING,
  name: 'extractor_learn',
  title: 'Learn an extractor',
  describe: (nameOf) =>
    `Learns from 2 to 50 pages how to read a JSON schema from pages of the same kind; ${nameOf('extractor_run')} then reads further pages ` +
    `without a model. With id, an extractor learns from further pages.`,
  input: () =>
    fields({
      id: text('Extractor that learns from further pages'),
      name: text('Unique name of a new extractor'),
      schema: { type: 'object', description: 'JSON Schema of an object; for a new extractor' },
      prompt: text('Instructions for the model'),
      ...LEARNING,
    }),
  isOpenWorld: true,
  async run(given, { owner, needsKey, signal }, context) {
    const { id, ...rest } = given;
    const origin = { owner, needsKey, signal };
    const service = serviceOf(context);
    if (id !== undefined) {
      const { name: _, schema: __, prompt: ___, ...further } = rest;
      return answer((await service.extend(readId(id), readFurther(further), origin)).extractor);
    }
    const { schema, request } = readLearning(rest, context.core.options);
    return answer((await service.learn({ schema }, request, origin)).extractor);
  },
};

const RUN: Tool = {
  ...CHANGING,
  name: 'extractor_run',
  title: 'Read pages with an extractor',
  describe: () =>
    'Reads the data of 1 to 100 pages with an extractor, without a model. Fields without a value have a reason in missing.',
  input: () =>
    fields(
      {
        id: ID,
        urls: listOf({ type: 'string' }, 'Pages', { minItems: 1, maxItems: 100 }),
        version: wholeNumber(1, 'Version of the extractor. Default: the newest'),
      },
      'id',
      'urls',
    ),
  isOpenWorld: true,
  readsOn: true,
  async run({ id, ...given }, { owner, signal }, context) {
    const { urls, options } = readRun(given, context.core.options);
    return answer(await serviceOf(context).run(readId(id), urls, { ...options, owner, signal }));
  },
};

const LIST: Tool = {
  ...READING,
  name: 'extractor_list',
  title: 'List extractors',
  describe: (nameOf) =>
    `Lists the extractors, the newest first. ${nameOf('extractor_get')} returns one of them.`,
  input: () =>
    fields({
      limit: wholeNumber(1, 'Most entries of the answer. Default: 25', 100),
      offset: wholeNumber(0, 'Entries to skip. Default: 0'),
    }),
  async run({ limit, offset }, { owner, signal }, context) {
    const query = { ...(limit === undefined ? {} : { limit: String(limit) }), ...(offset === undefined ? {} : { offset: String(offset) }) }; // prettier-ignore
    const read = () => serviceOf(context).list(readRange(query), owner);
    return answer(await context.core.answers.inTurn(owner, read, signal));
  },
};

const GET: Tool = {
  ...READING,
  name: 'extractor_get',
  title: 'Look at an extractor',
  describe: () => 'Returns an extractor: its templates and fields, its health, and lost fields.',
  input: () => fields({ id: ID }, 'id'),
  run: async ({ id }, { owner }, context) => answer(await serviceOf(context).get(readId(id), owner)),
};

const HEAL: Tool = {
  ...CHANGING,
  name: 'extractor_heal',
  title: 'Heal an extractor',
  describe: () =>
    'Looks for lost fields of an extractor in pages whose values were recorded before. Needs no model.',
  input: () =>
    fields({ id: ID, urls: listOf({ type: 'string' }, 'Pages to read. Default: the newest ones') }, 'id'),
  isOpenWorld: true,
  run: async ({ id, ...given }, { owner, signal }, context) =>
    answer(await serviceOf(context).heal(readId(id), readHeal(given), { owner, signal })),
};

const DELETE: Tool = {
  ...CHANGING,
  name: 'extractor_delete',
  title: 'Remove an extractor',
  describe: () =>
    'Removes an extractor with its versions and the values that it recorded. This cannot be undone.',
  input: () => fields({ id: ID }, 'id'),
  isOpenWorld: false,
  async run({ id }, { owner }, context) {
    await serviceOf(context).remove(readId(id), owner);
    return { structured: { success: true } };
  },
};

/** Tools of extractors. */
export const EXTRACTOR_TOOLS: readonly Tool[] = [LEARN, RUN, LIST, GET, HEAL, DELETE];

const serviceOf = ({ core }: McpToolContext): ExtractorService => core.get(ExtractorService);

const answer = (data: unknown) => ({ structured: { success: true, data } });

function readId(id: ToolArguments[string]): string {
  if (typeof id === 'string' && id !== '') return id;
  throw InvalidRequestError.at(['id'], { code: 'required' });
}
