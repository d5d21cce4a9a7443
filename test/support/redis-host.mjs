// A host application of one deployment on Redis or PostgreSQL, in a process of its own: redis-host.mjs <options as JSON>
// { redis, role, prefix, options, lockMs, queue }, with the queue `bull`, `bullmq` or `postgres`; `redis` is the URL of the server. Prints `ready <url>`; ends at SIGTERM as hosts do.
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { WebExtractModule } from 'nestjs-web-extract';

const { redis, role, prefix, options, lockMs, queue } = JSON.parse(process.argv[2]);
const { BullDriversModule, BullMqDriversModule, PostgresDriversModule } = await import(
  `nestjs-web-extract/${queue}`
);
const Drivers = BullDriversModule ?? BullMqDriversModule;
const drivers = PostgresDriversModule
  ? PostgresDriversModule.forRoot({ connection: redis, schema: prefix.replaceAll('-', '_'), lockMs })
  : Drivers.forRoot({ redis: { url: redis }, prefix, lockMs });

class HostModule {}
Module({
  imports: [
    WebExtractModule.forRoot({
      ...options,
      role,
      drivers,
    }),
  ],
})(HostModule);

const app = await NestFactory.create(HostModule, { logger: ['error', 'warn'], abortOnError: false });
app.enableShutdownHooks();
await app.listen(0, '127.0.0.1');
process.stdout.write(`ready ${await app.getUrl()}\n`);
