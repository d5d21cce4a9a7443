import { useState } from 'preact/hooks';
import type { Explanation } from '../api/answers.js';
import { useRequest } from '../state/use-request.js';
import { ErrorNotice } from '../ui/notice.js';
import { UrlBar } from '../ui/url-bar.js';

/** Why the crawl takes an address, or refuses it. */
export function ExplainBox({ id }: { readonly id: string }) {
  const [url, setUrl] = useState('');
  const { state, send } = useRequest<Explanation>();
  const run = () => send({ method: 'GET', path: `v2/crawl/${id}/explain?url=${encodeURIComponent(url)}` });
  return (
    <form
      class="explain"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <UrlBar
        label="An address that you miss"
        value={url}
        set={setUrl}
        action="Explain"
        isBusy={state.phase === 'loading'}
        placeholder="/blog/post"
      />
      {state.phase === 'failed' && <ErrorNotice error={state.error} retry={run} />}
      {state.phase === 'done' && <Verdict explanation={state.answer} />}
    </form>
  );
}

export function Verdict({
  explanation: { url, admitted, rule, reason },
}: {
  readonly explanation: Explanation;
}) {
  return (
    <p class="verdict-line" role="status">
      <span class={`badge ${admitted ? 'badge-good' : 'badge-bad'}`}>{admitted ? 'taken' : 'refused'}</span>
      <span class="cut">{url}</span>
      <span class="quiet">
        {reason} <code>{rule}</code>
      </span>
    </p>
  );
}
