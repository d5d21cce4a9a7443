import { Injectable, type Abstract, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { BodyStores } from '../api/gate/pre-auth-body-guard.js';
import { ResolvedOptions } from '../model/options.js';
import { KeyRing } from '../ports/key-ring.port.js';
import { LanguageModel } from '../ports/language-model.port.js';
import { SearchProvider } from '../ports/search-provider.port.js';
import { AnswerBytes } from '../services/memory/answer-bytes.js';
import { RequestBytes } from '../services/memory/request-bytes.js';

/** What the application's own `WebExtractModule` provides, once it is initialised. */
@Injectable()
export class Core {
  constructor(private readonly modules: ModuleRef) {}

  /** @throws Error when there is no such module in the application */
  get<T>(token: Type<T> | Abstract<T>): T {
    try {
      return this.modules.get<T>(token as Type<T>, { strict: false });
    } catch (cause) {
      const message = 'WebExtractMcpModule needs WebExtractModule in the same application';
      throw new Error(message, { cause });
    }
  }

  get options(): ResolvedOptions {
    return this.get(ResolvedOptions);
  }

  get keys(): KeyRing {
    return this.get(KeyRing);
  }

  /** Where bodies of requests count, together with those of the application. It takes no files of forms. */
  readonly bodies: BodyStores = bodiesOf(this);

  /** Room for what callers have not taken yet. */
  get answers(): AnswerBytes {
    return this.get(AnswerBytes);
  }

  get hasModel(): boolean {
    return this.get<LanguageModel | null>(LanguageModel as Abstract<LanguageModel | null>) !== null;
  }

  get hasSearch(): boolean {
    return this.get<SearchProvider | null>(SearchProvider as Abstract<SearchProvider | null>) !== null;
  }
}

/** The application is complete when the first request comes, not before. */
function bodiesOf(core: Core): BodyStores {
  return {
    get bytes() {
      return core.get(RequestBytes);
    },
    get answers() {
      return core.answers;
    },
    folder: null,
  };
}
