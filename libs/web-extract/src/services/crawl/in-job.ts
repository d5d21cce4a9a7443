import type { PageRequest } from '../../model/page-request.js';

/** The wishes for a page of a job: there a model that is missing, or fails, is a warning of its page, never the end of the job. */
export function inJob<T extends Pick<PageRequest, 'extraction' | 'onModelFailure'>>(page: T = {} as T): T {
  const { extraction } = page;
  return {
    ...page,
    onModelFailure: 'warn',
    ...(extraction ? { extraction: { ...extraction, onFailure: 'warn' } } : {}),
  };
}
