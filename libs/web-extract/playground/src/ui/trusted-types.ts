interface Policy {
  createScriptURL(url: string): string;
  createHTML(html: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

const SAME: Policy = { createScriptURL: (url) => url, createHTML: (html) => html };
let policy: Policy | undefined;

/** The policy of the page, created once. Callers check or sanitize their values. */
export function trusted(): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  return (policy ??= trustedTypes?.createPolicy('playground', SAME) ?? SAME);
}
