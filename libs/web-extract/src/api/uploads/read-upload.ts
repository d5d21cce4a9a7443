import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { InvalidRequestError, UploadTooLargeError } from '../../model/errors.js';
import type { RequestShare } from '../../services/memory/request-bytes.js';
import { ClientLeftError } from '../client/client-left.error.js';
import { UploadContent } from './upload-content.js';
import type { UploadFolder } from './upload-folder.js';
import type { Upload } from './upload.js';

/** Parts besides the file, and the frame around all. */
const MAX_OTHER_BYTES = 1024 * 1024;
const LIMITS = {
  fields: 20,
  fieldSize: 256 * 1024,
  files: 5,
  parts: 25,
  headerPairs: 50,
  fieldNameSize: 200,
};

/** Without a data directory all of a file is in memory. */
const MAX_IN_MEMORY_BYTES = 16 * 1024 * 1024;
/** Memory of the form parser in addition to the file. */
const PARSER_BYTES = LIMITS.fieldSize;

/** Limits and storage of uploads. */
export interface UploadSettings {
  /** Size limit of a file. */
  readonly maxBytes: number;
  readonly folder: UploadFolder;
  /** Memory share of the request. */
  readonly share: RequestShare;
}

/**
 * Reads a form of several parts: `file`, and `options` in JSON. Other parts are passed over.
 *
 * The content of the file is discarded with the share of its request.
 * @throws InvalidRequestError when the body is no such form, UploadTooLargeError, RateLimitedError, UnavailableError
 * @see RFC 7578
 */
export function readUpload(request: IncomingMessage, settings: UploadSettings): Promise<Upload> {
  if (!/^\s*multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw notForm();
  const maxBytes = settings.folder.isThere
    ? settings.maxBytes
    : Math.min(settings.maxBytes, MAX_IN_MEMORY_BYTES);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_OTHER_BYTES)
    throw new UploadTooLargeError(maxBytes);
  return new UploadReader(request, { ...settings, maxBytes }).read();
}

function notForm(cause?: unknown): InvalidRequestError {
  const message = 'body must be multipart/form-data with a part named file';
  return new InvalidRequestError([{ path: [], message }], { cause });
}

class UploadReader {
  private file: Upload['file'] = null;
  private options: string | null = null;
  private saving: Promise<void> = Promise.resolve();
  private uncounted = PARSER_BYTES;

  constructor(
    private readonly request: IncomingMessage,
    private readonly settings: UploadSettings,
  ) {}

  read(): Promise<Upload> {
    return new Promise((resolve, reject) => {
      const form = this.form();
      const { request } = this;
      const count = (chunk: Buffer) => attempt(() => this.count(chunk.length), fail);
      const fail = (error: Error) => {
        request.off('data', count);
        request.unpipe(form);
        request.resume(); // otherwise the rest could not be discarded
        form.destroy();
        this.file?.content.discard();
        reject(error);
      };
      form.on('file', (field, stream, name, _encoding, contentType) => {
        stream.on('error', ignore); // also reported by the form
        if (field !== 'file' || this.file) return void stream.resume();
        stream.on('limit', () => fail(new UploadTooLargeError(this.settings.maxBytes)));
        this.saving = this.save(stream, name, contentType);
        this.saving.catch(fail);
      });
      form.on('field', (field, value) => {
        if (field === 'options') this.options ??= String(value);
      });
      form.on('error', (cause) => fail(notForm(cause)));
      form.on('finish', () => void this.saving.then(() => resolve(this.upload()), ignore));
      request.on('aborted', () => fail(new ClientLeftError()));
      request.on('error', (error) => fail(error));
      request.on('data', count);
      request.pipe(form);
    });
  }

  /** @throws RateLimitedError */
  private count(bytes: number): void {
    const counted = Math.min(bytes, this.uncounted);
    this.uncounted -= counted;
    this.settings.share.take(counted);
  }

  private async save(stream: Readable, name: string | undefined, contentType: string): Promise<void> {
    const { share, folder } = this.settings;
    const content = new UploadContent(share, folder);
    share.onRelease(() => content.discard());
    this.file = {
      name: (name ?? '').replace(/^.*[\\/]/, ''),
      contentType: contentType || null,
      content,
    };
    for await (const chunk of stream) await content.add(chunk as Buffer);
  }

  private form(): BusboyInstance {
    try {
      const headers = this.request.headers as BusboyHeaders;
      return new Busboy({ headers, limits: { ...LIMITS, fileSize: this.settings.maxBytes } });
    } catch (cause) {
      throw notForm(cause); // without a boundary
    }
  }

  private upload(): Upload {
    return { file: this.file, options: this.options };
  }
}

function attempt(step: () => void, fail: (error: Error) => void): void {
  try {
    step();
  } catch (error) {
    fail(error as Error);
  }
}

const ignore = (): void => {};
