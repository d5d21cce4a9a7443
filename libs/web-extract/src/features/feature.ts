import type { Abstract, DynamicModule, Provider, Type } from '@nestjs/common';

/** One feature of a registration, declared like a Nest module. See docs/decisions/feature-modules.md. */
export interface Feature {
  readonly providers: readonly Provider[];
  /** Providers that hosts may inject; all others are internal to the registration. */
  readonly exports?: readonly (Type<unknown> | Abstract<unknown>)[];
  readonly controllers?: readonly Type<unknown>[];
}

/** Merges features into the members of one Nest module. */
export function joined(features: readonly Feature[]): Required<Pick<DynamicModule, keyof Feature>> {
  return {
    providers: features.flatMap(({ providers }) => providers),
    exports: features.flatMap((feature) => feature.exports ?? []),
    controllers: features.flatMap((feature) => feature.controllers ?? []),
  };
}
