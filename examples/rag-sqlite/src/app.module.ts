import { Module } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { Ingestion } from './ingestion.js';
import { Passages } from './passages.js';
import { SearchController } from './search.controller.js';
import { settings } from './settings.js';
import { SitesController } from './sites.controller.js';

@Module({
  imports: [
    WebExtractModule.forRoot({
      controllers: false, // the services alone
      dataDir: settings.crawls,
      allowPrivate: settings.allowPrivate,
    }),
  ],
  controllers: [SitesController, SearchController],
  providers: [Passages, Ingestion],
})
export class AppModule {}
