const JOB = 'job:';
const TAG = 'tag:';

export const jobSource = (crawlId: string): string => `${JOB}${crawlId}`;
export const tagSource = (tag: string): string => `${TAG}${tag}`;

/** Returns the job of a source; null for a tag. */
export const jobOf = (source: string): string | null =>
  source.startsWith(JOB) ? source.slice(JOB.length) : null;

/** Returns the tag of a source; null for a job. */
export const tagOf = (source: string): string | null =>
  source.startsWith(TAG) ? source.slice(TAG.length) : null;
