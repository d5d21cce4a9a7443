import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { settings } from './settings.js';

const app = await NestFactory.create(AppModule);
const config = new DocumentBuilder().setTitle('Extraction').addBearerAuth().build(); // the scheme that our routes name
SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), {
  jsonDocumentUrl: 'openapi.json',
});
app.enableShutdownHooks();
await app.listen(settings.port, settings.host);
console.log(`Listening on ${await app.getUrl()}`);
