import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
// @ts-expect-error it has no types
import S3rver from 's3rver';
import { ArchiveUnavailableError } from '../../model/errors.js';
import { resultArchiveContract } from '../../testing/contracts/result-archive.contract.js';
import { S3ResultArchive } from './s3.result-archive.js';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const target = { region: 'us-east-1', bucket: 'results', credentials };

describe('S3ResultArchive', () => {
  describe('keeps the contract on s3rver', () => {
    let directory: string;
    let server: { run(): Promise<AddressInfo>; close(): Promise<void> };
    let endpoint: string;
    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), 'web-extract-s3-'));
      server = new S3rver({
        address: '127.0.0.1',
        port: 0,
        silent: true,
        directory,
        configureBuckets: [{ name: 'results', configs: [] }],
      });
      const { port } = await server.run();
      endpoint = `http://127.0.0.1:${port}`;
    });
    afterEach(async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    });

    resultArchiveContract(async () => new S3ResultArchive({ ...target, endpoint, prefix: 'kept/here' }));
  });

  describe('on a server that fails', () => {
    let answer: (request: IncomingMessage, response: ServerResponse) => void;
    let server: Server;
    let archive: S3ResultArchive;
    beforeEach(async () => {
      server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      archive = new S3ResultArchive({
        ...target,
        endpoint,
        credentials: { accessKeyId: 'ID-1', secretAccessKey: 'SECRET-1' },
      });
    });
    afterEach(async () => {
      await archive.close();
      server.closeAllConnections();
      server.close();
    });

    const failure = async (): Promise<Error> => {
      const error: unknown = await archive.read('0a/crawl/1.seg', 0, 4).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ArchiveUnavailableError);
      return error as Error;
    };

    it('reports the code of the answer, and neither its message nor credentials', async () => {
      answer = (_, response) =>
        response
          .writeHead(403)
          .end('<Error><Code>AccessDenied</Code><Message>ID-1 of 0a/crawl</Message></Error>');
      const error = await failure();
      expect(error.message).toContain('403 AccessDenied');
      expect(inspect(error, { depth: 9 })).not.toMatch(/ID-1|SECRET-1/);
    });

    it('follows no redirect', async () => {
      const paths: string[] = [];
      answer = (request, response) => {
        paths.push(request.url!);
        response.writeHead(307, { location: '/elsewhere' }).end();
      };
      expect((await failure()).message).toContain('307');
      expect(paths).toEqual(['/results/0a/crawl/1.seg']);
    });

    it('reads no more than it requested, and accepts no other range', async () => {
      answer = (_, response) => response.writeHead(206).end('much longer');
      await failure();
      answer = (_, response) => response.writeHead(206).end('abc');
      await failure();
    });

    it('reports connections that are refused or reset', async () => {
      answer = (request) => request.socket.resetAndDestroy();
      expect((await failure()).message).toMatch(/connection failed/);
    });

    it('ends a request with its signal', async () => {
      answer = () => {};
      const reading = archive.read('0a/crawl/1.seg', 0, 4, AbortSignal.timeout(50));
      await expect(reading).rejects.toThrow('does not respond');
    });
  });

  it.each([
    ['never come', () => new Promise<never>(() => {})],
    ['cannot be read', () => Promise.reject(new Error('SECRET-1 was refused'))],
  ])('fails for credentials that %s, without what their function says', async (_, read) => {
    const archive = new S3ResultArchive({ ...target, credentials: read });
    const error: unknown = await archive
      .read('0a/crawl/1.seg', 0, 4, AbortSignal.timeout(50))
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ArchiveUnavailableError);
    expect((error as Error).message).toContain('credentials');
    expect(inspect(error, { depth: 9 })).not.toContain('SECRET-1');
    await archive.close();
  });

  it.each([
    [{ bucket: 'Not a bucket' }, 'bucket'],
    [{ region: '' }, 'region'],
    [{ prefix: 'a b' }, 'prefix'],
    [{ prefix: '../a' }, 'prefix'],
    [{ endpoint: 'ftp://host' }, 'endpoint'],
    [{ endpoint: 'https://user:secret@host' }, 'endpoint'],
    [{ credentials: { accessKeyId: '', secretAccessKey: 'x' } }, 'credentials'],
  ])('rejects the options %j', (options, name) => {
    expect(() => new S3ResultArchive({ ...target, ...options })).toThrow(`s3Archive: ${name}`);
  });
});
