import type { Abstract, DynamicModule, Provider, Type } from '@nestjs/common';

/** One feature of a registration, declared as Nest's own modules are. See docs/decisions/feature-modules.md. */
export interface Feature {
  readonly providers: readonly Provider[];
  /** Those of them that hosts may inject; the others are known inside of the registration alone. */
  readonly exports?: readonly (Type<unknown> | Abstract<unknown>)[];
  readonly controllers?: readonly Type<unknown>[];
}

/** What features make up together, as the members of a Nest module. */
export function joined(features: readonly Feature[]): Required<Pick<DynamicModule, keyof Feature>> {
  return {
    providers: features.flatMap(({ providers }) => providers),
    exports: features.flatMap((feature) => feature.exports ?? []),
    controllers: features.flatMap((feature) => feature.controllers ?? []),
  };
}
