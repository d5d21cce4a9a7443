// A host application in a process of its own, which may be killed: embedded-host.mjs <options of the module as JSON>
// Prints `ready <url>`; ends at SIGTERM as hosts do.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';

class HostModule {}
Module({ imports: [WebExtractModule.forRoot(JSON.parse(process.argv[2]))] })(HostModule);

const app = await NestFactory.create(HostModule, { logger: ['error', 'warn'] });
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.stdout.write(`ready ${await app.getUrl()}\n`);
