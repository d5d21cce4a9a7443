import { isJsonObject } from '../../api/bodies/json-object.js';
import { withBodyPaths } from '../../api/errors/body-paths.js';
import { parseBatchBody } from '../../api/v2/crawls/batch.requests.js';
import { BatchBodyV2 } from '../../api/v2/dto/batch-body.v2.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { BatchService } from '../../services/crawl/batch.service.js';
import { awaitJob } from './job-answer.js';
import { toPageWords } from './page-words.js';
import { fields, flag, JOB, listOf, ofPages, wholeNumber } from './schemas.js';
import type { Tool } from './tool.js';

export const BATCH: Tool = {
  name: 'batch_scrape',
  title: 'Read many pages',
  describe: (nameOf) =>
    `Reads many pages whose addresses are known, each once, and follows no links. It waits for a while; a batch that takes longer is ` +
    `answered with its id, for ${nameOf('check_crawl_status')}. For a few pages ${nameOf('scrape')} is as good.`,
  input: ({ core }) =>
    fields(
      {
        urls: listOf({ type: 'string' }, 'Addresses of the pages', { minItems: 1, maxItems: 1_000 }),
        ignoreInvalidURLs: flag('Addresses that cannot be read are listed and passed over. Default: true'),
        maxConcurrency: wholeNumber(1, 'Pages read at once'),
        ...ofPages(core.options.browser !== null),
      },
      'urls',
    ),
  output: JOB,
  isReading: false,
  isOpenWorld: true,

  async run(given, call, context) {
    const { options, ...rest } = given; // some agents know them in an object of their own
    const sent = toPageWords({ ...(isJsonObject(options) ? options : {}), ...rest });
    const { body, warnings: unknown } = readOpenBody(BatchBodyV2, sent, context.core.options);
    const { request, warnings, names } = parseBatchBody(body);
    const batches = context.core.get(BatchService);
    const accepted = await withBodyPaths(names, () =>
      batches.start(request, { owner: call.owner, needsKey: call.needsKey }),
    );
    return awaitJob(accepted.id, call, context, {
      warnings: [...unknown, ...warnings, ...accepted.warnings],
      ...(request.ignoreInvalidUrls ? { invalidURLs: accepted.invalidUrls } : {}),
    });
  },
};
