import type { Abstract, Type } from '@nestjs/common';

/** The part of Nest's `ModuleRef` used here. */
interface ModuleFinder {
  get<T>(token: Type<T>, options: { readonly strict: false }): T;
}

/** Resolves a provider of the application's `WebExtractModule`. @throws Error if the application has no such module */
export function ofApplication<T>(modules: ModuleFinder, token: Type<T> | Abstract<T>): T {
  try {
    return modules.get<T>(token as Type<T>, { strict: false });
  } catch (cause) {
    throw new Error('This module needs WebExtractModule in the same application', { cause });
  }
}
