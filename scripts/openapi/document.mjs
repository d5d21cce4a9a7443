// The OpenAPI document of a host that has the whole API.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../ready/run.mjs';

const load = createRequire(join(ROOT, 'apps/demo/package.json'));

export async function createDocument() {
  const { Module } = load('@nestjs/common');
  const { NestFactory } = load('@nestjs/core');
  const { DocumentBuilder, SwaggerModule } = load('@nestjs/swagger');
  const { WebExtractModule } = load('nestjs-web-extract');
  const { version } = load('nestjs-web-extract/package.json');
  class Host {}
  Module({ imports: [WebExtractModule.forRoot({ auth: { keys: ['unused'] }, keys: {}, browser: false })] })(
    Host,
  );
  const app = await NestFactory.create(Host, { logger: false });
  const config = new DocumentBuilder()
    .setTitle('nestjs-web-extract')
    .setDescription('Pages as clean markdown: scrape, crawl, map, search, extract.')
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('http://localhost:3002', 'The demo, and nestjs-web-extract serve')
    .addBearerAuth()
    .build();
  const document = withSecurity(SwaggerModule.createDocument(app, config));
  await app.close();
  return document;
}

/** States for every operation without a key, such as health checks, that it needs none. */
function withSecurity(document) {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    operation.security ??= [];
  }
  return document;
}
