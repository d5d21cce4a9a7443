import { ErrorNotice, Warning } from '../ui/notice.js';
import { OwnerNote } from '../ui/owner-note.js';
import { FailureTable } from './failure-table.js';
import { HandlerTable } from './handler-table.js';
import { useHandlers } from './use-handlers.js';

/** Handlers of the application with their lag, their failures and another call for each failure. */
export function HandlerSection() {
  const { answer, chosen, failures, isLoading, error, message, reload, choose, retry } = useHandlers();
  const handler = answer?.data.find(({ name }) => name === chosen);
  return (
    <section aria-labelledby="corpus-handlers" aria-busy={isLoading}>
      <div class="row spread">
        <h2 id="corpus-handlers">Handlers of the application</h2>
        <button type="button" class="button button-small" onClick={reload}>
          Refresh
        </button>
      </div>
      {error && <ErrorNotice error={error} retry={reload} />}
      {!answer && isLoading && <p class="quiet">Loading …</p>}
      {answer?.data.length === 0 && (
        <>
          <p class="quiet">
            No handlers. Methods with <code>@OnPage</code>, <code>@OnChange</code> and{' '}
            <code>@OnCrawlEnd</code> are listed here.
          </p>
          <OwnerNote />
        </>
      )}
      <Warning text={answer?.warning} />
      {answer && answer.data.length > 0 && (
        <HandlerTable handlers={answer.data} chosen={chosen} choose={choose} />
      )}
      {handler && (
        <FailureTable
          handler={handler}
          failures={failures}
          isBusy={isLoading}
          message={message}
          retry={(id) => void retry(id)}
        />
      )}
    </section>
  );
}
