import { MarkdownRules, type MarkdownPlugin } from '../../convert/markdown/host-rules/markdown-rules.js';
import { importModule } from './import-module.js';

/** Loads the rules of the host into this thread. @throws Error describing an invalid rule module */
export async function loadRules(address: string): Promise<MarkdownRules> {
  try {
    return new MarkdownRules(pluginOf(await importModule(address)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`markdownRules cannot be used: ${address} ${reason}`, { cause: error });
  }
}

/** Accepts `module.exports`, `export default`, or the latter compiled to the former. */
function pluginOf({ default: exported }: Readonly<Record<string, unknown>>): MarkdownPlugin {
  const plugin = (exported as { default?: unknown } | null | undefined)?.default ?? exported;
  if (typeof plugin === 'function') return plugin as MarkdownPlugin;
  throw new TypeError('must export a function, (turndown) => void');
}
