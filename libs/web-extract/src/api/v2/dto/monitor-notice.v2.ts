import { IsBoolean } from 'class-validator';
import { IfPresent, IsHeaders, IsJsonObject, IsNested, IsStringList } from '../../bodies/validators.js';
import { IsAddress } from '../../fields/page.fields.js';

const MAX_LIST = 100;

/** Receiver of the messages of a monitor. */
export class MonitorWebhookV2 {
  @IsAddress()
  url!: string;

  /** Sent with each message. Masked in responses; a masked value keeps the stored one. */
  @IfPresent()
  @IsHeaders()
  headers?: Record<string, string>;

  /** Added to each message. */
  @IfPresent()
  @IsJsonObject()
  metadata?: Record<string, unknown>;

  /**
   * `monitor.page`: pages with changes; `monitor.check.completed`: the end of a check.
   * @default ["monitor.page", "monitor.check.completed"]
   */
  @IfPresent()
  @IsStringList(MAX_LIST)
  events?: ('monitor.page' | 'monitor.check.completed')[];
}

/** Mails about changes. */
export class MonitorEmailV2 {
  /** @default true */
  @IfPresent()
  @IsBoolean()
  enabled?: boolean;

  /** At most 20 addresses. */
  @IfPresent()
  @IsStringList(MAX_LIST)
  recipients?: string[];

  /** @default false */
  @IfPresent()
  @IsBoolean()
  includeDiffs?: boolean;
}

/** Notifications of a monitor. */
export class MonitorNotificationV2 {
  @IfPresent()
  @IsNested(() => MonitorEmailV2)
  email?: MonitorEmailV2;
}
