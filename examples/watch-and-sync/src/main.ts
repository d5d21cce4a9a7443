import { NestFactory } from '@nestjs/core';
import { AppModule, Sites } from './app.module.js';

const app = await NestFactory.create(AppModule);
app.enableShutdownHooks();
await app.listen(process.env['PORT'] ?? 3000, '127.0.0.1');
const sites = app.get(Sites);
void sites.follow(await sites.watch());
await sites.sync();
setInterval(() => void sites.sync().catch((error: unknown) => console.error(error)), 3_600_000).unref();
