import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { InvalidHandlersError } from '../model/handlers/invalid-handlers.error.js';
import { declarationsOf } from '../services/handlers/decorators.js';
import { HandlerFinder, type FoundHandler } from '../services/handlers/handler-finder.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Module = NonNullable<Wrapper['host']>;

/**
 * Finds handlers with Nest's DiscoveryService. A handler belongs to the registration that its module imports, or to the only one of the
 * application.
 */
@Injectable()
export class NestHandlerFinder extends HandlerFinder {
  private readonly discovery: DiscoveryService;
  private readonly scanner = new MetadataScanner();

  constructor(private readonly modules: ModulesContainer) {
    super();
    this.discovery = new DiscoveryService(modules);
  }

  override find(): readonly FoundHandler[] {
    const registrations = [...this.modules.values()].filter((module) => finderOf(module) !== undefined);
    return this.discovery.getProviders().flatMap((wrapper) => {
      const found = this.handlersOf(wrapper);
      const isOwn = found.length > 0 && this.isOwn(wrapper, registrations);
      return isOwn ? found : [];
    });
  }

  private handlersOf(wrapper: Wrapper): FoundHandler[] {
    const type = classOf(wrapper);
    if (!type || wrapper.isAlias) return [];
    return this.scanner.getAllMethodNames(type.prototype as object).flatMap((method) => {
      const declarations = declarationsOf((type.prototype as Record<string, unknown>)[method]);
      const place = `${type.name}.${method}`;
      const problem = wrapper.isDependencyTreeStatic() && !wrapper.isTransient ? null : SCOPED;
      const call = (argument: object) => (wrapper.instance as Record<string, (of: object) => unknown>)[method]!(argument); // prettier-ignore
      return declarations.map((declaration) => ({ ...declaration, place, problem, call }));
    });
  }

  /** @throws InvalidHandlersError if the registration is ambiguous */
  private isOwn({ host, name }: Wrapper, registrations: readonly Module[]): boolean {
    const visible = host ? registrations.filter((one) => isVisible(host, one)) : [];
    const candidates = visible.length > 0 ? visible : registrations;
    if (candidates.length === 1) return finderOf(candidates[0]!) === this;
    throw new InvalidHandlersError([
      `${String(name)}: the application has several registrations of WebExtractModule: import exactly one of them in the module of this provider`, // prettier-ignore
    ]);
  }
}

const SCOPED =
  'the provider is request-scoped or transient, so there is no instance to call: use the default scope, and inject `ModuleRef` to resolve scoped providers'; // prettier-ignore

const finderOf = (module: Module): unknown => module.providers.get(HandlerFinder)?.instance;

function classOf({ metatype, instance, inject }: Wrapper): Type<unknown> | null {
  if (typeof metatype === 'function' && !inject && metatype.prototype) return metatype as Type<unknown>;
  const made = instance as object | null | undefined;
  return made && typeof made === 'object' ? ((made.constructor ?? null) as Type<unknown> | null) : null;
}

/** True if a module imports a registration, directly or through modules that export it. */
function isVisible(module: Module, registration: Module, seen = new Set<Module>()): boolean {
  if (module === registration) return true;
  for (const imported of module.imports) {
    if (imported === registration) return true;
    if (seen.has(imported)) continue;
    seen.add(imported);
    const exports = imported.exports as ReadonlySet<unknown>;
    if (exports.has(registration.metatype) && isVisible(imported, registration, seen)) return true;
  }
  return false;
}
