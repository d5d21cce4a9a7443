import { createHash } from 'node:crypto';
import { ArchiveUnavailableError } from '../../model/errors.js';
import type { ArchiveListing } from '../../model/crawl/archive.js';
import { ResultArchive } from '../../ports/stores/result-archive.port.js';
import { readErrorCode, readListing } from './read-listing.js';
import { settleS3Options, type S3ArchiveOptions, type S3Target } from './s3-archive.options.js';
import { S3Client } from './s3-client.js';

/** Objects removed by one request, at most. */
const MAX_REMOVED = 1_000;
const SAFE = /^[\w-][\w./-]*$/;

/** Stores results of crawls in a bucket. */
export class S3ResultArchive extends ResultArchive {
  private readonly target: S3Target;
  private readonly client: S3Client;

  /** @throws InvalidOptionsError */
  constructor(options: S3ArchiveOptions) {
    super();
    this.target = settleS3Options(options);
    this.client = new S3Client(this.target);
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const headers = { 'content-type': 'application/octet-stream', ...this.target.uploadHeaders };
    await this.client.send({ method: 'PUT', key: this.keyOf(name), headers, body: bytes });
  }

  async read(name: string, from: number, length: number, signal?: AbortSignal): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    const headers = { range: `bytes=${from}-${from + length - 1}` };
    const request = { method: 'GET', key: this.keyOf(name), headers, maxBytes: length, signal } as const;
    const { status, body } = await this.client.send(request);
    const isWhole = body.length === length && (status === 206 || from === 0);
    if (!isWhole) throw new ArchiveUnavailableError('an object is shorter than it was');
    return body;
  }

  async list(prefix: string, cursor?: string): Promise<ArchiveListing> {
    const query = {
      'list-type': '2',
      prefix: this.target.prefix + prefix,
      ...(cursor === undefined ? {} : { 'continuation-token': cursor }),
    };
    const text = String((await this.client.send({ method: 'GET', query })).body);
    const listing = readListing(text, this.target.prefix);
    if (listing.cursor !== null && listing.cursor === cursor)
      throw new ArchiveUnavailableError('the server lists the same objects again');
    return listing;
  }

  async remove(names: readonly string[]): Promise<void> {
    for (let at = 0; at < names.length; at += MAX_REMOVED) {
      const keys = names.slice(at, at + MAX_REMOVED).map((name) => this.keyOf(name));
      const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
      const body = Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
      // Amazon refuses the request without a checksum
      const headers = {
        'content-type': 'application/xml',
        'content-md5': createHash('md5').update(body).digest('base64'),
      };
      const { body: answer } = await this.client.send({
        method: 'POST',
        query: { delete: '' },
        headers,
        body,
      });
      const code = readErrorCode(String(answer));
      if (code !== undefined) throw new ArchiveUnavailableError(`the server removes no objects (${code})`);
    }
  }

  async checkReady(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: this.target.prefix };
    await this.client.send({ method: 'GET', query });
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private keyOf(name: string): string {
    if (!SAFE.test(name) || name.includes('..'))
      throw new ArchiveUnavailableError('the name of an object is invalid');
    return this.target.prefix + name;
  }
}
