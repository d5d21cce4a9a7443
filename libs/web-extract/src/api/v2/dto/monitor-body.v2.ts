import { IsBoolean, IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IfPresent, IsNested, IsRemovable } from '../../bodies/validators.js';
import { MonitorNotificationV2, MonitorWebhookV2 } from './monitor-notice.v2.js';
import { MonitorScheduleV2 } from './monitor-schedule.v2.js';
import { IsTargets } from './monitor-targets.v2.js';

const MAX_NAME_CHARS = 200;
const MAX_GOAL_CHARS = 2_000;

/** Fields of new and of changed monitors. */
class MonitorFieldsV2 {
  /** Receiver of messages. */
  @IfPresent()
  @IsRemovable()
  @IsNested(() => MonitorWebhookV2)
  webhook?: MonitorWebhookV2;

  /** Mails about changes. */
  @IfPresent()
  @IsRemovable()
  @IsNested(() => MonitorNotificationV2)
  notification?: MonitorNotificationV2;

  /**
   * Retention of checks in days, 1 to 365.
   * @default 30
   */
  @IfPresent()
  @IsInt()
  @Min(1)
  @Max(365)
  retentionDays?: number;

  /** Goal against which a model judges changes. */
  @IfPresent()
  @IsRemovable()
  @IsString()
  @MaxLength(MAX_GOAL_CHARS)
  goal?: string;

  /**
   * Judge changes against the goal with a model.
   * @default true
   */
  @IfPresent()
  @IsBoolean()
  judgeEnabled?: boolean;
}

/** Body of `PATCH /v2/monitor/:id`. `null` removes a webhook, a notification or a goal. */
export class MonitorChangeV2 extends MonitorFieldsV2 {
  /** 1 to 200 characters. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_NAME_CHARS)
  name?: string;

  /** When the monitor runs. */
  @IfPresent()
  @IsNested(() => MonitorScheduleV2)
  schedule?: MonitorScheduleV2;

  /** What the monitor observes, 1 to 50. */
  @IfPresent()
  @IsTargets()
  targets?: Record<string, unknown>[];

  /** A paused monitor does not run until it is active again. */
  @IfPresent()
  @IsIn(['active', 'paused'])
  status?: 'active' | 'paused';
}

/**
 * Body of `POST /v2/monitor`.
 *
 * @example { "name": "Prices", "schedule": { "text": "daily at 9:00" }, "targets": [{ "type": "scrape", "urls": ["https://example.com/prices"] }] }
 */
export class MonitorBodyV2 extends MonitorFieldsV2 {
  /** 1 to 200 characters. */
  @IsString()
  @MaxLength(MAX_NAME_CHARS)
  name!: string;

  /** When the monitor runs. */
  @IsNested(() => MonitorScheduleV2)
  schedule!: MonitorScheduleV2;

  /** What the monitor observes, 1 to 50. */
  @IsTargets()
  targets!: Record<string, unknown>[];
}
