import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { joinInSteps } from '../../model/join-in-steps.js';
import { InvalidRequestError, UploadTooLargeError } from '../../model/errors.js';
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

/**
 * Reads a form of several parts: `file`, and `options` in JSON. Other parts are passed over.
 *
 * @throws InvalidRequestError when the body is no such form, UploadTooLargeError
 * @see RFC 7578
 */
export function readUpload(request: IncomingMessage, maxBytes: number): Promise<Upload> {
  if (!/^\s*multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) throw notForm();
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + MAX_OTHER_BYTES)
    throw new UploadTooLargeError(maxBytes);
  return new UploadReader(request, maxBytes).read();
}

function notForm(cause?: unknown): InvalidRequestError {
  const message = 'body must be multipart/form-data with a part named file';
  return new InvalidRequestError([{ path: [], message }], { cause });
}

class UploadReader {
  private readonly chunks: Buffer[] = [];
  private file: { name: string; contentType: string | null } | null = null;
  private options: string | null = null;

  constructor(
    private readonly request: IncomingMessage,
    private readonly maxBytes: number,
  ) {}

  read(): Promise<Upload> {
    return new Promise((resolve, reject) => {
      const form = this.form();
      const fail = (error: Error) => {
        this.request.unpipe(form);
        this.request.resume(); // or nobody could read off the rest
        form.destroy();
        reject(error);
      };
      form.on('file', (field, stream, name, _encoding, contentType) => {
        stream.on('error', ignore); // told by the form too
        if (field !== 'file' || this.file) return void stream.resume();
        this.file = { name: name ?? '', contentType: contentType || null };
        stream.on('data', (chunk: Buffer) => this.chunks.push(chunk));
        stream.on('limit', () => fail(new UploadTooLargeError(this.maxBytes)));
      });
      form.on('field', (field, value) => {
        if (field === 'options') this.options ??= String(value);
      });
      form.on('error', (cause) => fail(notForm(cause)));
      form.on('finish', () => resolve(this.upload()));
      this.request.on('aborted', () => fail(notForm()));
      this.request.on('error', (error) => fail(error));
      this.request.pipe(form);
    });
  }

  private form(): BusboyInstance {
    try {
      const headers = this.request.headers as BusboyHeaders;
      return new Busboy({ headers, limits: { ...LIMITS, fileSize: this.maxBytes } });
    } catch (cause) {
      throw notForm(cause); // without a boundary
    }
  }

  private async upload(): Promise<Upload> {
    if (!this.file) return { file: null, options: this.options };
    const name = this.file.name.replace(/^.*[\\/]/, '');
    return { file: { ...this.file, name, bytes: await joinInSteps(this.chunks) }, options: this.options };
  }
}

const ignore = (): void => {};
