// A host application with handlers in a process of its own, which may be killed: handler-host.mjs <settings as JSON>
// { options, redis, prefix, batches, dieAfter, dieOn, pauseMs }. Prints `ready`, `handled <path> <job>`, `ended <job>` and
// `failed <path> <attempts>`; kills itself right after the line number `dieAfter` about a page, or the one about the path `dieOn`, before the
// call ends. Ends at SIGTERM as hosts do.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { BatchService, WebExtractEvents, WebExtractModule } from 'nestjs-web-extract';
import { OnCrawlEnd, OnPage } from 'nestjs-web-extract/handlers';
import { BullDriversModule } from 'nestjs-web-extract/bull';

const { options, redis, prefix, batches = [], dieAfter, dieOn, pauseMs = 0 } = JSON.parse(process.argv[2]);
const say = (line) => writeSync(1, `${line}\n`);
let handled = 0;

class Handlers {
  async onPage({ page, job }) {
    const path = new URL(page.url).pathname;
    say(`handled ${path} ${job.id}`);
    if (++handled === dieAfter || path === dieOn) process.kill(process.pid, 'SIGKILL');
    await sleep(pauseMs);
  }

  onEnd({ job }) {
    say(`ended ${job.id}`);
  }
}
Injectable()(Handlers);
decorate('onPage', OnPage('pages', { concurrency: 4 }));
decorate('onEnd', OnCrawlEnd('ends'));

function decorate(method, decorator) {
  decorator(Handlers.prototype, method, Object.getOwnPropertyDescriptor(Handlers.prototype, method));
}

class HostModule {}
const drivers = redis ? { drivers: BullDriversModule.forRoot({ redis: { url: redis }, prefix }) } : {};
Module({ imports: [WebExtractModule.forRoot({ ...options, ...drivers })], providers: [Handlers] })(
  HostModule,
);

const app = await NestFactory.create(HostModule, { logger: ['error', 'warn'] });
app.enableShutdownHooks();
app.get(WebExtractEvents).on('handler-failed', ({ url, attempts }) => say(`failed ${new URL(url).pathname} ${attempts}`)); // prettier-ignore
await app.listen(0, '127.0.0.1');
say('ready');
for (const urls of batches) await app.get(BatchService).start({ urls });
