import type { CanActivate, Type } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { must, path } from '../../model/options/kinds.js';
import { option } from '../../model/options/option.js';
import { group, type OptionsOf } from '../../model/options/option-table.js';

const OPTIONS = {
  /**
   * Path of the route, below the global prefix of the host.
   * @default '/metrics'
   */
  path: path.or('/metrics'),

  /**
   * Guards of the route, as classes that Nest can instantiate. Without guards the route is public: it
   * contains totals over all owners, but no URLs and no keys.
   * @default []
   */
  guards: option<readonly Type<CanActivate>[]>(
    must(
      (value) => Array.isArray(value) && value.every((guard) => typeof guard === 'function'),
      'must be a list of classes',
    ),
  ).or([]),

  /**
   * Registry of the metrics: `register` of prom-client for the registry of the whole process.
   * @default a separate registry
   */
  registry: option<Registry>(
    must(
      (value) => typeof (value as Partial<Registry> | null)?.registerMetric === 'function',
      'must be one of prom-client',
    ),
  ),
};

/** Options of the metrics endpoint. */
export const METRICS_OPTIONS = group(OPTIONS);

/** Options of the metrics endpoint. Every field is optional. */
export interface MetricsOptions extends OptionsOf<typeof OPTIONS> {}
