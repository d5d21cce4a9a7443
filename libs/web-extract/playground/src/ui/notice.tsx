import type { ComponentChildren } from 'preact';
import { adviceFor, headlineOf, type ApiError } from '../api/api-error.js';
import { useAccess } from '../state/access.js';

/** Error message with advice and actions. */
export function ErrorNotice({ error, retry }: { readonly error: ApiError; readonly retry?: () => void }) {
  const { askForKey } = useAccess();
  const advice = adviceFor(error);
  return (
    <section class="notice notice-bad" role="alert">
      <h2>
        {headlineOf(error)}
        {error.status > 0 && <code class="tag">{error.code ?? error.status}</code>}
      </h2>
      <p>{error.message}</p>
      {error.details.length > 1 && (
        <ul>
          {error.details.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {advice && <p class="quiet">{advice}</p>}
      <p class="row">
        {error.status === 401 && (
          <button type="button" class="button" onClick={askForKey}>
            Enter API key
          </button>
        )}
        {retry && error.status !== 401 && (
          <button type="button" class="button" onClick={retry}>
            Try again
          </button>
        )}
      </p>
    </section>
  );
}

export function Warning({ text }: { readonly text: string | undefined }) {
  return text ? (
    <p class="notice notice-warn" role="status">
      {text}
    </p>
  ) : null;
}

/** Placeholder for results. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Progress indicator of a request. */
export function Loading({ label, cancel }: { readonly label: string; readonly cancel?: () => void }) {
  return (
    <div class="empty" role="status">
      <div class="skeleton" aria-hidden="true">
        <i class="w60" />
        <i />
        <i />
        <i class="w80" />
        <i class="w40" />
      </div>
      <p>{label}</p>
      {cancel && (
        <button type="button" class="button" onClick={cancel}>
          Cancel
        </button>
      )}
    </div>
  );
}
