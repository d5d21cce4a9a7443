import { Module } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { PriceTable } from './price-table.js';
import { Prices } from './prices.js';

const { DATA_DIR: dataDir = '.data', ALLOW_PRIVATE = '' } = process.env;

@Module({
  imports: [
    WebExtractModule.forRoot({
      auth: { keys: [{ key: process.env['KEY'] ?? 'change-me', owner: 'host' }] }, // sees what the application has started
      allowPrivate: ALLOW_PRIVATE.split(',').filter(Boolean),
      dataDir,
    }),
  ],
  providers: [Prices, PriceTable],
})
export class AppModule {}
