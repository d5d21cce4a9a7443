import { presentExtract, startExtract } from '../../api/jobs/answers/extract-answers.js';
import { ExtractBodyV2 } from '../../api/v2/dto/extract-body.v2.js';
import { parseExtractBody } from '../../api/v2/extraction/extract.requests.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { ExtractionFailedError } from '../../model/errors.js';
import { ExtractService } from '../../services/extract/extract.service.js';
import { waitForJob } from './job-answer.js';
import { fields, listOf, text } from './schemas.js';
import { notUsed, type Tool, type ToolArguments } from './tool.js';

export const EXTRACT: Tool = {
  name: 'extract',
  title: 'Extract data from pages',
  describe: (nameOf) =>
    `Makes one object of what several pages state, by a prompt, a JSON Schema or both; a URL that ends in /* selects pages of a ` +
    `site. It waits for a while; what takes longer is answered with its id, to be sent with the same urls. For the data of a single page ` +
    `${nameOf('scrape')} with the format json is quicker.`,
  input: () =>
    fields(
      {
        urls: listOf({ type: 'string' }, 'Addresses of pages; /* at the end: pages of the site', {
          minItems: 1,
          maxItems: 100,
        }),
        prompt: text('The wanted data, in words'),
        schema: { type: 'object', description: 'JSON Schema of the data' },
        id: text('Id of an unfinished extraction: waits for it and starts nothing new'),
      },
      'urls',
    ),
  output: fields(
    {
      data: { description: 'One object over all pages; an empty list while there is none' },
      sources: { type: 'object', description: 'Pages by the property that they say something of' },
      id: text('Of this extraction'),
      status: { type: 'string', enum: ['processing', 'completed'] },
      creditsUsed: { type: 'integer' },
      tokensUsed: { type: 'integer' },
      expiresAt: text('Time until which the result can be read'),
      warning: text('Warnings'),
    },
    'data',
    'id',
    'status',
  ),
  isReading: true,
  isOpenWorld: true,
  isOffered: ({ core }) => core.hasModel,

  async run({ id: known, ...given }, call, context) {
    const { core } = context;
    const extracts = core.get(ExtractService);
    const { id, warning: told } = typeof known === 'string' ? unstarted(known, given) : await start();
    await extracts.job(id, call.owner); // before waiting: it is an extraction, and the caller's own
    await waitForJob(id, call, context);
    const job = await core.answers.inTurn(call.owner, () => extracts.job(id, call.owner), call.signal);
    const { success: _, error, ...state } = presentExtract(job, true);
    if (error !== undefined || state.status === 'cancelled')
      throw new ExtractionFailedError(error ?? 'it was cancelled');
    const warning = [...new Set([told, state.warning])].filter((one) => one !== undefined).join('. ');
    return {
      structured: { ...state, ...(warning === '' ? {} : { warning }) },
      readOn: 'Ask for less with a schema.',
    };

    async function start(): Promise<{ id: string; warning?: string }> {
      const { body, warnings } = readOpenBody(ExtractBodyV2, { ...given, showSources: true }, core.options);
      const order = parseExtractBody(body);
      return startExtract(
        extracts,
        { ...order, warnings: [...warnings, ...order.warnings] },
        { owner: call.owner, needsKey: call.needsKey },
      );
    }
  },
};

/** An extraction that was started before: only its id counts, and the `urls` that every call has. */
function unstarted(id: string, { urls: _, ...given }: ToolArguments): { id: string; warning?: string } {
  const unused = Object.keys(given);
  return unused.length === 0 ? { id } : { id, warning: notUsed(unused, 'with id') };
}
