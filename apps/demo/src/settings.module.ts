import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { ROOT, Settings } from './settings';

@Module({
  imports: [ConfigModule.forRoot({ envFilePath: join(ROOT, '.env') })],
  providers: [Settings],
  exports: [Settings],
})
export class SettingsModule {}
