import { randomUUID } from 'node:crypto';
import { ParseOptionsV2 } from '../../api/v2/dto/parse-options.v2.js';
import { readOpenBody } from '../../api/v2/open-body.js';
import { presentPage } from '../../api/v2/pages/page.presenter.js';
import { parseDocumentBody } from '../../api/v2/pages/parse.requests.js';
import { pageWarnings, BODY_PATHS } from '../../api/v2/pages/scrape.requests.js';
import { withBodyPaths } from '../../api/errors/body-paths.js';
import { InvalidRequestError } from '../../model/errors.js';
import { DocumentService } from '../../services/document.service.js';
import { toPageWords } from './page-words.js';
import { asAnswer } from './scrape.tool.js';
import { readBase64 } from './read-base64.js';
import { fields, ofFiles, PAGE, text } from './schemas.js';
import type { Tool } from './tool.js';

export const PARSE: Tool = {
  name: 'parse',
  title: 'Read a file',
  describe: (nameOf) =>
    `Reads a file that you have (PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB or HTML, up to 12 MB) as markdown; send its bytes as ` +
    `base64. A file that has an address on the web is read by ${nameOf('scrape')}.`,
  input: () =>
    fields(
      {
        content: text('The file as base64'),
        fileName: text('Its name; .html and .htm are read as pages'),
        contentType: text('Its type, where it is known'),
        ...ofFiles(),
      },
      'content',
    ),
  output: PAGE,
  isReading: true,
  readsOn: true,
  isOpenWorld: false,

  async run(given, { owner, signal, file: sent }, { core }) {
    const { content, fileName, contentType, ...rest } = given;
    const bytes = await bytesOf(content, sent);
    const { body, warnings: unknown } = readOpenBody(ParseOptionsV2, toPageWords(rest), core.options);
    const { options, fields: asked, warnings } = parseDocumentBody(body);
    const file = { fileName: baseName(fileName), contentType: textOr(contentType, null), owner };
    const page = await withBodyPaths(BODY_PATHS, () =>
      core.get(DocumentService).convert(bytes, { ...options, ...file }, signal),
    );
    const all = [...unknown, ...warnings, ...pageWarnings(body, page.fetchedBy, core.options)];
    return asAnswer(
      presentPage(page, { fields: asked, scrapeId: randomUUID(), warnings: all, maxPages: options.maxPages }),
    );
  },
};

/** A long one was taken out of the arguments, before they were parsed. @throws InvalidRequestError */
async function bytesOf(content: unknown, file: Buffer | null): Promise<Buffer> {
  const short = typeof content === 'string' ? Buffer.from(JSON.stringify(content).slice(1, -1)) : null;
  const bytes = await readBase64(content === '' && file ? file : (short ?? NOTHING));
  if (bytes) return bytes;
  throw new InvalidRequestError([{ path: ['content'], message: 'content must be a file as base64' }]);
}

const NOTHING = Buffer.alloc(0);

const baseName = (name: unknown): string => textOr(name, 'file').replace(/^.*[\\/]/, '');

const textOr = <T>(value: unknown, other: T): string | T =>
  typeof value === 'string' && value !== '' ? value : other;
