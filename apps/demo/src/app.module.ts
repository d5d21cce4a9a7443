import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { WebExtractModule, type WebExtractStaticOptions } from 'nestjs-web-extract';
import { readDeployment, Settings } from './settings';
import { SettingsModule } from './settings.module';

@Module({ imports: [SettingsModule, webExtract(), forAgents()] })
export class AppModule {}

/** Which drivers there are must be known before any provider is: it is read when `.env` has been. */
async function webExtract(): Promise<DynamicModule> {
  await ConfigModule.envVariablesLoaded;
  return WebExtractModule.forRootAsync({
    imports: [SettingsModule],
    useExisting: Settings,
    ...(await deployment()),
  });
}

/** The endpoint for agents, with `WEB_EXTRACT_MCP=true`. Only then is the protocol's library loaded. */
async function forAgents(): Promise<DynamicModule> {
  await ConfigModule.envVariablesLoaded;
  const { role, hasMcp } = readDeployment(process.env);
  if (!hasMcp || role === 'worker') return { module: class WithoutAgents {} };
  const { WebExtractMcpModule } = await import('nestjs-web-extract/mcp');
  return WebExtractMcpModule.forRoot();
}

/** One process with an embedded store; with `REDIS_URL` as many as you like. Only then are Bull and ioredis loaded. */
async function deployment(): Promise<WebExtractStaticOptions> {
  const { redisUrl, role } = readDeployment(process.env);
  if (redisUrl === undefined) return { role };
  const { BullDriversModule } = await import('nestjs-web-extract/bull');
  return { role, drivers: BullDriversModule.forRoot({ redis: { url: redisUrl } }) };
}
