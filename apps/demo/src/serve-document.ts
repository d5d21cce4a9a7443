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
  let document: Promise<unknown> | undefined;
  adapter.get('/openapi.json', async (_request: unknown, response: unknown) => {
    document ??= create();
    await adapter.reply(response, await document, 200);
  });
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
