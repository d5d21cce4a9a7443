import { IsInt, IsNumber, IsString, MaxLength, Min } from 'class-validator';
import { IfPresent, IsNested } from '../../bodies/validators.js';

const MAX_TEXT_CHARS = 500;

/** Bounds of an adaptive schedule. */
export class AdaptiveFieldsV2 {
  /** Shortest time between two visits of a page, in minutes. */
  @IsNumber({ allowInfinity: false, allowNaN: false })
  minMinutes!: number;

  /** Longest time between two visits of a page, in minutes. */
  @IsNumber({ allowInfinity: false, allowNaN: false })
  maxMinutes!: number;

  /** Maximum number of visited pages in 24 hours. */
  @IfPresent()
  @IsInt()
  @Min(1)
  maxPagesPerDay?: number;
}

/** When a monitor runs: one of `cron`, `text` and `adaptive`. */
export class MonitorScheduleV2 {
  /** Five fields: minute, hour, day of the month, month and weekday. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  cron?: string;

  /** Words such as `every 30 minutes`, `daily at 9:00` or `weekdays at 8:30`. */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  text?: string;

  /** Visits each page as often as it changes. */
  @IfPresent()
  @IsNested(() => AdaptiveFieldsV2)
  adaptive?: AdaptiveFieldsV2;

  /**
   * IANA name of a time zone.
   * @default "UTC"
   */
  @IfPresent()
  @IsString()
  @MaxLength(MAX_TEXT_CHARS)
  timezone?: string;
}
