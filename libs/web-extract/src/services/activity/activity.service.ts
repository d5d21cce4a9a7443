import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ownText } from '../../model/cut-text.js';
import {
  ACTIVITY_MS,
  ActivityLog,
  type Activity,
  type ActivityPart,
  type ActivityRange,
} from '../../ports/stores/activity-log.port.js';
import { withoutCredentials } from '../../web/url/without-credentials.js';

/** A request that was accepted. */
export interface AcceptedRequest extends Pick<Activity, 'endpoint' | 'version'> {
  readonly owner: string;
  /** Absent: a random one. */
  readonly id?: string | undefined;
  readonly target: string | null;
  /** The target is an address. */
  readonly isAddress: boolean;
}

/** Characters of a target that are kept. */
const MAX_TARGET_CHARS = 500;

/** The requests of each owner in the last 24 hours. */
@Injectable()
export class ActivityService {
  constructor(private readonly log: ActivityLog) {}

  /** Adds a request. Never fails: without a log the response is as good. */
  note({ owner, id = randomUUID(), target, isAddress, ...request }: AcceptedRequest): void {
    const text = target !== null && isAddress ? withoutCredentials(target) : target;
    const activity = {
      ...request,
      key: randomUUID(),
      id,
      createdAt: Date.now(),
      target: text === null ? null : ownText(text.slice(0, MAX_TARGET_CHARS)),
    };
    this.log.add(owner, activity).catch(() => {}); // the store is out of reach, which it reports itself
  }

  /** @throws UnavailableError */
  read(owner: string, range: Omit<ActivityRange, 'sinceMs'>): Promise<ActivityPart> {
    return this.log.read(owner, { ...range, sinceMs: Date.now() - ACTIVITY_MS });
  }
}
