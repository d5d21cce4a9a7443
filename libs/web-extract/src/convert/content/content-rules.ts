import type { ContentRule } from '../../model/page/conversion.js';

/** The selectors of all rules that speak to the host of `url`. */
export function rulesForHost(
  rules: readonly ContentRule[],
  url: string,
): { readonly include: readonly string[]; readonly exclude: readonly string[] } {
  const host = hostOf(url);
  const fitting = rules.filter((rule) => host !== null && matchesHost(rule.host.toLowerCase(), host));
  return {
    include: fitting.flatMap((rule) => rule.include ?? []),
    exclude: fitting.flatMap((rule) => rule.exclude ?? []),
  };
}

function matchesHost(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function hostOf(url: string): string | null {
  try {
    return new URL(url).hostname;
  } catch {
    return null; // a page without an address has no host that a rule could name
  }
}
