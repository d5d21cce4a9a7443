import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/**
 * Serves `GET /openapi.json`: generated for this process on the first request if `@nestjs/swagger` is installed, else the document of the
 * package.
 */
export function serveDocument(app: INestApplication): void {
  const create = hasSwagger() ? () => createDocument(app) : readPackaged;
  const adapter = app.getHttpAdapter();
  let document: Promise<WrittenDocument> | undefined;
  const handle = async (request: DocumentRequest, response: DocumentResponse): Promise<void> => {
    document ??= create().then(written);
    const { bytes, etag } = await document;
    const known = (request.headers['if-none-match'] ?? '')
      .split(',')
      .map((one) => one.trim().replace(/^W\//, ''));
    const isKnown = known.includes(etag);
    adapter.setHeader(response, 'ETag', etag);
    adapter.setHeader(response, 'Content-Type', 'application/json; charset=utf-8');
    adapter.status(response, isKnown ? 304 : 200);
    response.send(isKnown ? undefined : bytes); // both platforms; `adapter.reply` would write the bytes as JSON
  };
  adapter.get('/openapi.json', handle);
}

/** A response of Express or Fastify. */
interface DocumentResponse {
  send(body: Buffer | undefined): unknown;
}

interface DocumentRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The document as it is sent: it is written once, because anybody may ask for it. */
interface WrittenDocument {
  readonly bytes: Buffer;
  readonly etag: string;
}

function written(document: unknown): WrittenDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

async function createDocument(app: INestApplication): Promise<OpenAPIObject> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const config = new DocumentBuilder()
    .setTitle('Web extraction')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth()
    .build();
  return SwaggerModule.createDocument(app, config);
}

/** The document of the npm package; in the repository that of `docs/`. */
async function readPackaged(): Promise<unknown> {
  const library = dirname(require.resolve('nestjs-web-extract/package.json'));
  const path = [join(library, 'docs/openapi.json'), join(library, '../../docs/openapi.json')].find((file) =>
    existsSync(file),
  );
  if (path === undefined)
    throw new Error('docs/openapi.json is not part of this installation: install @nestjs/swagger');
  return JSON.parse(readFileSync(path, 'utf8')) as unknown;
}

function hasSwagger(): boolean {
  try {
    return require.resolve('@nestjs/swagger') !== '';
  } catch {
    return false;
  }
}
