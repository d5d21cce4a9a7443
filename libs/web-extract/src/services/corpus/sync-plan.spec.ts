import type { TrackingRequest } from '../../model/page/page-change.js';
import { resolveOptions } from '../../model/options.js';
import { planSync } from './sync-plan.js';

const { limits } = resolveOptions({});

const planOf = (isHandled: boolean, track?: TrackingRequest) =>
  planSync(
    { tag: 'docs', crawl: { url: 'https://site.example/', ...(track ? { page: { track } } : {}) } },
    null,
    { limits, isHandled },
  );

describe('the plan of a sync', () => {
  it('leaves the text of unchanged pages out unless a handler or the request needs it', () => {
    expect(planOf(false).job.page?.track).toEqual({ onlyChanged: true, tag: 'docs' });
    expect(planOf(true).job.page?.track).toEqual({ onlyChanged: false, tag: 'docs' });
    expect(planOf(false, { onlyChanged: false }).job.page?.track?.onlyChanged).toBe(false);
  });

  it('has the same name in processes with and without handlers', () => {
    expect(planOf(true).name).toBe(planOf(false).name);
    expect(planOf(true, { onlyChanged: true }).name).not.toBe(planOf(true).name);
  });
});
