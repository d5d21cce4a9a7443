import { randomUUID } from 'node:crypto';
import type { PageFailure, PageTask } from '../../model/crawl.js';

/** What is remembered of a page that could not be had. Messages of our own errors are made for readers; others are not. */
export function failureOf(task: PageTask, error: unknown): PageFailure {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isOurs = typeof code === 'string' && /^[A-Z_]+$/.test(code) && typeof message === 'string';
  return {
    id: randomUUID(),
    url: task.url,
    code: isOurs ? code : 'UNKNOWN_ERROR',
    message: isOurs ? message : 'The page could not be processed',
    attempts: task.attempts + 1,
    failedAt: Date.now(),
  };
}
