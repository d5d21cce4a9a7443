import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningApp } from './app.js';
import type { Answer } from './ask.js';

const LOOK_MS = 15;
/** On a machine with much else to do; what holds on any is seen at once. */
const LONGEST_WAIT_MS = 120_000;

/** Looks again and again until `isIt` holds. */
export async function until(isIt: () => boolean | Promise<boolean>, everyMs = LOOK_MS): Promise<void> {
  const givenUpAt = Date.now() + LONGEST_WAIT_MS;
  while (!(await isIt())) {
    if (Date.now() > givenUpAt) throw new Error(`Not so within ${LONGEST_WAIT_MS} ms: ${isIt}`);
    await sleep(everyMs);
  }
}

/** Submits a crawl that must be accepted. @returns its id */
export async function submit(api: RunningApp, body: object, version: 'v0' | 'v1' = 'v1'): Promise<string> {
  const { status, json, text } = await api.post(`/${version}/crawl`, body);
  if (status !== 200) throw new Error(`The crawl was refused: ${status} ${text}`);
  return version === 'v1' ? json.id : json.jobId;
}

/** The counts of a crawl as they are now. */
export const countsOf = (api: RunningApp, id: string): Promise<Answer> =>
  api.ask(`/v1/crawl/${id}?data=false`, { method: 'GET' });

/** Waits until `isIt` holds for the counts of a crawl. @returns the status answer with all its pages */
export async function waitUntil(api: RunningApp, id: string, isIt: (json: Answer['json']) => boolean) {
  await until(async () => isIt((await countsOf(api, id)).json));
  return (await api.ask(`/v1/crawl/${id}`, { method: 'GET' })).json;
}

/** Waits for the end of a crawl. @returns the status answer with all its pages */
export const endOf = (api: RunningApp, id: string) =>
  waitUntil(api, id, ({ status }) => status !== 'scraping');

/** Crawls to the end. @returns the status answer, with its paths in alphabetical order, and what is in `/errors` */
export async function crawl(api: RunningApp, body: object) {
  const id = await submit(api, body);
  const end = await endOf(api, id);
  const errors = (await api.ask(`/v1/crawl/${id}/errors`, { method: 'GET' })).json;
  return { ...end, id, errors: errors.errors, robotsBlocked: errors.robotsBlocked, paths: pathsOf(end.data) };
}

/** Addresses asked for, without their host, in alphabetical order. */
export function pathsOf(pages: readonly { metadata: { sourceURL: string } }[]): string[] {
  return pages.map(({ metadata }) => pathOf(metadata.sourceURL)).sort();
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
