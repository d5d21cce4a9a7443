import { createHash, timingSafeEqual } from 'node:crypto';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { getQueueToken } from '@nestjs/bull';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Queue } from 'bull';
import type { NextFunction, Request, Response } from 'express';
import { settings } from './settings.js';

/** bull-board at /queues, behind the browser's own question for a password: the key, with any name. */
export function serveQueues(app: NestExpressApplication): void {
  const serverAdapter = new ExpressAdapter().setBasePath('/queues');
  const queue = app.get<Queue>(getQueueToken('web-extract'), { strict: false });
  // Read only: a job is a turn of a crawl, which lies in the store. To end a crawl cancel it.
  createBullBoard({ queues: [new BullAdapter(queue, { readOnlyMode: true })], serverAdapter });
  app.use('/queues', requirePassword, serverAdapter.getRouter());
}

function requirePassword(request: Request, response: Response, next: NextFunction): void {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const [, password = ''] = Buffer.from(credentials, 'base64').toString().split(/:(.*)/s);
  if (scheme?.toLowerCase() === 'basic' && timingSafeEqual(sha256(password), sha256(settings.key)))
    return next();
  response.status(401).setHeader('www-authenticate', 'Basic realm="queues"').end();
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
