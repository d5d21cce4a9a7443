import type { CanActivate, Type } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { must, path } from '../../model/options/kinds.js';
import { option } from '../../model/options/option.js';
import { group, type OptionsOf } from '../../model/options/option-table.js';

const OPTIONS = {
  /**
   * Path of the answer, below the host's own global prefix.
   * @default '/metrics'
   */
  path: path.or('/metrics'),

  /**
   * Guards of the route, each a class that Nest can make. Without any, whoever reaches the path may read: numbers of all owners together, no
   * addresses, no keys.
   * @default []
   */
  guards: option<readonly Type<CanActivate>[]>(
    must(
      (value) => Array.isArray(value) && value.every((guard) => typeof guard === 'function'),
      'must be a list of classes',
    ),
  ).or([]),

  /**
   * Where the metrics are kept: `register` of prom-client for those of the whole process.
   * @default one of their own
   */
  registry: option<Registry>(
    must(
      (value) => typeof (value as Partial<Registry> | null)?.registerMetric === 'function',
      'must be one of prom-client',
    ),
  ),
};

/** How metrics are shown. */
export const METRICS_OPTIONS = group(OPTIONS);

/** How a host shows its metrics. Every field is optional. */
export interface MetricsOptions extends OptionsOf<typeof OPTIONS> {}
