import type { FieldSpec, Values } from '../ui/fields.js';

const NAME = 'session';

/** A session of the key as the API lists it: without values. */
export interface SessionAnswer {
  readonly name: string;
  readonly state: 'new' | 'active' | 'expired' | 'failed';
  readonly origins: readonly string[];
}

/** The sessions of the key; a chosen one that does not exist any more can still be seen. */
export function fieldOf(sessions: readonly SessionAnswer[], chosen: string): FieldSpec {
  const known = sessions.map(
    ({ name, state }) => [name, state === 'active' ? name : `${name} (${state})`] as const,
  );
  const missing =
    chosen === '' || known.some(([name]) => name === chosen)
      ? []
      : [[chosen, `${chosen} (unknown)`] as const];
  const origins = sessions.find(({ name }) => name === chosen)?.origins ?? [];
  return {
    name: NAME,
    label: 'Session',
    kind: 'choice',
    words: [['', 'None'], ...known, ...missing],
    ...(origins.length === 0 ? {} : { hint: `For ${origins.join(', ')}` }),
  };
}

/** The chosen session as a field of a request. */
export const sessionOf = (values: Values): { readonly session?: string } => {
  const chosen = String(values[NAME] ?? '');
  return chosen === '' ? {} : { session: chosen };
};
