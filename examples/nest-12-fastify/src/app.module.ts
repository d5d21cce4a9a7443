import { Module } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { WebExtractPlaygroundModule } from 'nestjs-web-extract/playground';
import { ReadController } from './read.controller.js';
import { settings } from './settings.js';

@Module({
  imports: [
    WebExtractModule.forRoot({
      controllers: ['v2'],
      prefix: 'extract', // /extract/v2/scrape
      auth: { keys: [settings.key] },
      dataDir: settings.dataDir,
      allowPrivate: settings.allowPrivate,
    }),
    WebExtractPlaygroundModule.forRoot({ path: '/playground', apiPrefix: 'extract' }),
  ],
  controllers: [ReadController],
})
export class AppModule {}
