import { trusted } from '../ui/trusted-types.js';

/** Starts a worker with a script of the same origin. @throws Error for other origins */
export function startWorker(url: string): Worker {
  if (new URL(url).origin !== location.origin) throw new Error('The worker must have the origin of the page');
  return new Worker(trusted().createScriptURL(url), { type: 'module' });
}
