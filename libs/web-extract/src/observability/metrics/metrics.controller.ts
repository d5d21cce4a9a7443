import {
  Controller,
  Get,
  Res,
  UseGuards,
  VERSION_NEUTRAL,
  type CanActivate,
  type Type,
} from '@nestjs/common';
import { Registry } from 'prom-client';

/** The part of a response object that both platforms share. */
interface TextReply {
  header(name: string, value: string): unknown;
  send(text: string): unknown;
}

/** The metrics in the text format of Prometheus. */
@Controller()
class MetricsController {
  constructor(private readonly registry: Registry) {}

  /** Bypasses interceptors of the host: the response is always text. */
  @Get()
  async read(@Res() reply: TextReply): Promise<void> {
    const text = await this.registry.metrics();
    reply.header('Content-Type', this.registry.contentType);
    reply.send(text);
  }
}

/** Creates a controller for one registration. */
export function mountMetrics(path: string, guards: readonly Type<CanActivate>[]): Type<object> {
  class Mounted extends MetricsController {}
  Object.defineProperty(Mounted, 'name', { value: MetricsController.name });
  Controller({ path, version: VERSION_NEUTRAL })(Mounted);
  UseGuards(...guards)(Mounted);
  return Mounted;
}
