import type { ModuleRef, ModulesContainer } from '@nestjs/core';

/** The modules of an application whose instances are wrapped in proxies: methods of a map cannot be called on a proxy. */
export function usableModules(injected: ModulesContainer, reference: ModuleRef): ModulesContainer {
  try {
    return injected.size >= 0 ? injected : modulesOf(reference);
  } catch {
    return modulesOf(reference);
  }
}

const modulesOf = (reference: ModuleRef): ModulesContainer =>
  (reference as unknown as { container: { getModules(): ModulesContainer } }).container.getModules();
