import type { EventStream } from '../events/event-stream.js';
import type { SessionListeners } from './session-engine.js';

/** Reports logins and expiries to the listeners of the application. */
export function sessionEvents(events: EventStream): SessionListeners {
  return {
    onLogin: ({ owner, name, record }, { ms, error }) => {
      const facts = { owner, name, ms, at: Date.now() };
      events.publish(
        error === null
          ? { type: 'session-renewed', generation: record.generation, ...facts }
          : { type: 'session-login-failed', reason: record.error?.message ?? error.code, ...facts },
      );
    },
    onReadAgain: ({ owner, name, record: { generation } }) =>
      events.publish({ type: 'session-expired', owner, name, generation, at: Date.now() }),
  };
}
