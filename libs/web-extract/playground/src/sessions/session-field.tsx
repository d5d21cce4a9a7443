import { useEffect, useState } from 'preact/hooks';
import { ask } from '../api/api-client.js';
import { useAccess } from '../state/access.js';
import { Field, type Values } from '../ui/fields.js';
import { fieldOf, sessionOf, type SessionAnswer } from './session-choice.js';

/** Choice of a session that pages are read with. Absent where the key has none. */
export function SessionField({
  values,
  set,
}: {
  readonly values: Values;
  readonly set: (name: string, value: string) => void;
}) {
  const sessions = useSessions();
  const { session: chosen = '' } = sessionOf(values);
  if (sessions.length === 0 && chosen === '') return null;
  return (
    <Field spec={fieldOf(sessions, chosen)} values={values} set={(name, value) => set(name, String(value))} />
  );
}

/** Loads the sessions of the key. Servers without sessions, and keys that are not accepted, have none. */
function useSessions(): readonly SessionAnswer[] {
  const { base, key } = useAccess();
  const [sessions, setSessions] = useState<readonly SessionAnswer[]>([]);
  useEffect(() => {
    const loading = new AbortController();
    setSessions([]);
    if (key !== '')
      ask<{ readonly data: readonly SessionAnswer[] }>(
        { base, key },
        { method: 'GET', path: 'v2/sessions', signal: loading.signal },
      ).then(
        ({ data }) => setSessions(data),
        () => undefined,
      );
    return () => loading.abort();
  }, [base, key]);
  return sessions;
}
