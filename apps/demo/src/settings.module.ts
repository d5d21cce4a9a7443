import { Module } from '@nestjs/common';
import { Settings } from './settings';

@Module({
  providers: [{ provide: Settings, useFactory: () => new Settings(process.env) }],
  exports: [Settings],
})
export class SettingsModule {}
