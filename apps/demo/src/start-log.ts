import { ConsoleLogger, type LogLevel } from '@nestjs/common';

/** Contexts of Nest that log every module and every route at the start. */
const START_CONTEXTS: ReadonlySet<unknown> = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'WebSocketsController',
]);

/** Logs as Nest does, without a line for every module and route unless the level is debug or verbose. */
export class StartLog extends ConsoleLogger {
  private readonly isDetailed: boolean;

  constructor(logLevels: LogLevel[], { colors, json }: { readonly colors: boolean; readonly json: boolean }) {
    super({ logLevels, colors: colors && !json, json });
    this.isDetailed = logLevels.includes('debug');
  }

  override log(message: unknown, ...parameters: unknown[]): void {
    if (!this.isDetailed && START_CONTEXTS.has(parameters.at(-1))) return;
    super.log(message, ...(parameters as [string]));
  }
}
