import { useState } from 'preact/hooks';
import type { Explanation } from '../api/answers.js';
import { useRequest } from '../state/use-request.js';
import { ErrorNotice } from '../ui/notice.js';
import { UrlBar } from '../ui/url-bar.js';

/** Shows whether the crawl includes a URL, and which rule decided. */
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
        label="URL or path to check"
        value={url}
        set={setUrl}
        action="Check"
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
      <span class={`badge ${admitted ? 'badge-good' : 'badge-bad'}`}>
        {admitted ? 'included' : 'excluded'}
      </span>
      <span class="cut">{url}</span>
      <span class="quiet">
        {reason} <code>{rule}</code>
      </span>
    </p>
  );
}
