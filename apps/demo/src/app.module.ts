import { Module, type CanActivate, type DynamicModule } from '@nestjs/common';
import { WebExtractModule, type WebExtractStaticOptions } from 'nestjs-web-extract';
import { readDeployment, Settings } from './settings';
import { SettingsModule } from './settings.module';

@Module({ imports: [SettingsModule, webExtract(), forAgents(), forPeople(), health(), metrics()] })
export class AppModule {}

/** Which drivers there are must be known before any provider is. */
async function webExtract(): Promise<DynamicModule> {
  return WebExtractModule.forRootAsync({
    imports: [SettingsModule],
    useExisting: Settings,
    ...(await deployment()),
  });
}

/** The endpoint for agents, with `WEB_EXTRACT_MCP=true`. Only then is the protocol's library loaded. */
async function forAgents(): Promise<DynamicModule> {
  const { role, hasMcp } = readDeployment(process.env);
  if (!hasMcp || role === 'worker') return { module: class WithoutAgents {} };
  const { WebExtractMcpModule } = await import('nestjs-web-extract/mcp');
  return WebExtractMcpModule.forRoot();
}

/** The playground at the root, unless `WEB_EXTRACT_PLAYGROUND=false`. Only then is it loaded. */
async function forPeople(): Promise<DynamicModule> {
  const { role, hasPlayground } = readDeployment(process.env);
  if (!hasPlayground || role === 'worker') return { module: class WithoutPlayground {} };
  const { WebExtractPlaygroundModule } = await import('nestjs-web-extract/playground');
  return WebExtractPlaygroundModule.forRoot({ path: '/' });
}

/** `/metrics` with `WEB_EXTRACT_METRICS=true`. Only then is prom-client loaded. */
async function metrics(): Promise<DynamicModule> {
  const { hasMetrics, metricsPort } = readDeployment(process.env);
  if (!hasMetrics) return { module: class WithoutMetrics {} };
  const { WebExtractMetricsModule } = await import('nestjs-web-extract/metrics');
  return WebExtractMetricsModule.forRoot(metricsPort === null ? {} : { guards: [OnOwnPort] });
}

/** Refuses metrics on the port of the server if they have a port of their own. */
class OnOwnPort implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

/** `/health` as Terminus has it, where that is installed; elsewhere the library's own says that the process answers. */
async function health(): Promise<DynamicModule> {
  try {
    const { HealthModule } = await import('./health.module');
    return { module: HealthModule };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return { module: class WithoutTerminus {} };
  }
}

/**
 * One process with an embedded store, or any number of processes with `REDIS_URL`, `REDIS_CLUSTER` or `DATABASE_URL`. The packages of each
 * are loaded in that case only.
 */
async function deployment(): Promise<WebExtractStaticOptions> {
  const { redis, postgres, role } = readDeployment(process.env);
  if (postgres !== null) {
    const { PostgresDriversModule } = await import('nestjs-web-extract/postgres');
    return { role, drivers: PostgresDriversModule.forRoot(postgres) };
  }
  if (redis === null) return { role };
  const { BullDriversModule } = await import('nestjs-web-extract/bull');
  return { role, drivers: BullDriversModule.forRoot({ redis }) };
}
