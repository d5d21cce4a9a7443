import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { settings } from './settings.js';

/** Lets Prometheus read, and nobody else. */
@Injectable()
export class MetricsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    return timingSafeEqual(sha256(authorization), sha256(`Bearer ${settings.metricsToken}`));
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
