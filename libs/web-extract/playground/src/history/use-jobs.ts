import { useCallback, useEffect } from 'preact/hooks';
import { ask, type ApiAccess } from '../api/api-client.js';
import type { Activities, Activity, RunningCrawls } from '../api/answers.js';
import { ApiError } from '../api/api-error.js';
import { useRequest, type RequestState } from '../state/use-request.js';

/** Job of the key. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly target: string;
  readonly createdAt: string;
  readonly isRunning: boolean;
}

/** Jobs of the key: the running crawls, and the activity of the last 24 hours where the server has it. */
export function useJobs(): { readonly state: RequestState<readonly Job[]>; reload(): void } {
  const { state, run } = useRequest<readonly Job[]>();
  const reload = useCallback(() => run(loadJobs), [run]);
  useEffect(reload, [reload]);
  return { state, reload };
}

async function loadJobs(access: ApiAccess, signal: AbortSignal): Promise<readonly Job[]> {
  const get = <T>(path: string) => ask<T>(access, { method: 'GET', path, signal });
  const [{ crawls }, recent] = await Promise.all([
    get<RunningCrawls>('v2/crawl/active'),
    get<Activities>('v2/team/activity').catch(emptyIfMissing),
  ]);
  const running = crawls.map(({ id, url, created_at: createdAt }): Job => {
    return { id, kind: 'crawl', target: url, createdAt, isRunning: true };
  });
  const ids = new Set(running.map(({ id }) => id));
  const ended = activitiesOf(recent).filter(({ id }) => !ids.has(id));
  return [...running, ...ended.map(toJob)];
}

/** Servers without the route respond with 404. */
function emptyIfMissing(error: unknown): Activities {
  if (error instanceof ApiError && (error.status === 404 || error.status === 501)) return {};
  throw error;
}

const activitiesOf = ({ data, activity }: Activities): readonly Activity[] => data ?? activity ?? [];

function toJob({ id, endpoint, target, created_at: createdAt }: Activity): Job {
  return { id, kind: endpoint, target: target ?? '', createdAt, isRunning: false };
}
