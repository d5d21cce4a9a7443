import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** `GET /openapi.json`: the API as this process offers it, made when somebody asks for the first time; nothing where Swagger is not installed. */
export function serveDocument(app: INestApplication): void {
  if (!hasSwagger()) return;
  const adapter = app.getHttpAdapter();
  let document: Promise<OpenAPIObject> | undefined;
  adapter.get('/openapi.json', async (_request: unknown, response: unknown) => {
    document ??= createDocument(app);
    await adapter.reply(response, await document, 200);
  });
}

async function createDocument(app: INestApplication): Promise<OpenAPIObject> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const config = new DocumentBuilder().setTitle('Web extraction').addBearerAuth().build();
  return SwaggerModule.createDocument(app, config);
}

function hasSwagger(): boolean {
  try {
    return require.resolve('@nestjs/swagger') !== '';
  } catch {
    return false;
  }
}
