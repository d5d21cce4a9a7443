// A host application that does not start, because its handler of changes has no history, and reports the reason. Nothing ends its process.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';
import { OnChange } from 'nestjs-web-extract/handlers';

class Changes {
  onChange() {}
}
const method = Object.getOwnPropertyDescriptor(Changes.prototype, 'onChange');
OnChange('docs', { tag: 'docs' })(Changes.prototype, 'onChange', method);

class HostModule {}
const registration = WebExtractModule.forRoot({ history: false, browser: false });
Module({ imports: [registration], providers: [Changes] })(HostModule);

const app = await NestFactory.create(HostModule, { logger: false });
await app.listen(0).catch((error) => console.log(error.message));
