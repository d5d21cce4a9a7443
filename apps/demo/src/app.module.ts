import { Module } from '@nestjs/common';
import { WebExtractModule } from 'nestjs-web-extract';
import { Settings } from './settings';
import { SettingsModule } from './settings.module';

@Module({
  imports: [
    SettingsModule,
    WebExtractModule.forRootAsync({ imports: [SettingsModule], useExisting: Settings }),
  ],
})
export class AppModule {}
