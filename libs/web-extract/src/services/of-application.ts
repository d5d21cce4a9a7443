import type { Abstract, Type } from '@nestjs/common';

/** `ModuleRef` of Nest, as far as it is needed here. */
interface ModuleFinder {
  get<T>(token: Type<T>, options: { readonly strict: false }): T;
}

/** What the application's own `WebExtractModule` provides. @throws Error when there is no such module in the application */
export function ofApplication<T>(modules: ModuleFinder, token: Type<T> | Abstract<T>): T {
  try {
    return modules.get<T>(token as Type<T>, { strict: false });
  } catch (cause) {
    throw new Error('This module needs WebExtractModule in the same application', { cause });
  }
}
