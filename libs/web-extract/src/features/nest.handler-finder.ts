import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { InvalidHandlersError } from '../model/handlers/invalid-handlers.error.js';
import { declarationsOf, handlerClasses } from '../services/handlers/decorators.js';
import { HandlerFinder, type FoundHandler } from '../services/handlers/handler-finder.js';

type Wrapper = ReturnType<DiscoveryService['getProviders']>[number];
type Module = NonNullable<Wrapper['host']>;

/**
 * Finds handlers with Nest's DiscoveryService. A handler belongs to the registration that its module imports, or to the only one of the
 * application.
 */
@Injectable()
export class NestHandlerFinder extends HandlerFinder {
  /** Identifies the finder: applications may wrap all instances in proxies (`instrument.instanceDecorator`). */
  private readonly id = randomUUID();
  private readonly discovery: DiscoveryService;
  private readonly scanner = new MetadataScanner();

  /** @param needsAll true: each class with handlers that this process has loaded has to be a provider */
  constructor(
    private readonly modules: ModulesContainer,
    private readonly needsAll = true,
  ) {
    super();
    this.discovery = new DiscoveryService(modules);
  }

  /** @throws InvalidHandlersError for handlers that no registration can call */
  override find(): readonly FoundHandler[] {
    this.checkClasses();
    const registrations = [...this.modules.values()].filter((module) => finderOf(module) !== undefined);
    return this.discovery.getProviders().flatMap((wrapper) => {
      const found = this.handlersOf(wrapper);
      const isOwn = found.length > 0 && this.isOwn(wrapper, registrations);
      return isOwn ? found : [];
    });
  }

  /** Classes of handlers that are no providers would never be called. Tests start parts of an application: they log a warning. */
  private checkClasses(): void {
    if (!this.needsAll) return;
    const providers = this.discovery.getProviders().flatMap((wrapper) => classOf(wrapper) ?? []);
    const known = new Set<unknown>(providers.flatMap(lineageOf));
    const missing = [...handlerClasses()].filter((type) => !known.has(type));
    if (missing.length === 0) return;
    const controllers = new Set<unknown>(this.discovery.getControllers().map(({ metatype }) => metatype));
    const problems = missing.map(
      (type) =>
        `${type.name} has handlers, but is ${controllers.has(type) ? 'a controller' : 'not a provider of a module'}: add it to the providers of a module`,
    );
    const isTest = [...this.modules.values()].some(({ metatype }) => metatype?.name === ROOT_OF_TESTS);
    if (!isTest) throw new InvalidHandlersError(problems);
    for (const problem of problems) logger.warn(problem);
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
    if (candidates.length === 1) return finderOf(candidates[0]!)?.id === this.id;
    throw new InvalidHandlersError([
      `${String(name)}: the application has several registrations of WebExtractModule: import exactly one of them in the module of this provider`, // prettier-ignore
    ]);
  }
}

const SCOPED =
  'the provider is request-scoped or transient, so there is no instance to call: use the default scope, and inject `ModuleRef` to resolve scoped providers'; // prettier-ignore

const logger = new Logger('WebExtract');

/** Name of the module that `Test.createTestingModule` makes. */
const ROOT_OF_TESTS = 'RootTestModule';

const finderOf = (module: Module): { readonly id: string } | undefined =>
  module.providers.get(HandlerFinder)?.instance as { readonly id: string } | undefined;

/** A class and those that it extends. */
function lineageOf(type: Type<unknown>): unknown[] {
  const line: unknown[] = [];
  for (
    let of: unknown = type;
    typeof of === 'function' && of !== Function.prototype;
    of = Object.getPrototypeOf(of)
  )
    line.push(of);
  return line;
}

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
