import type { Judgment } from '../api/monitor-answers.js';

/** Judgement of a change by a model, with its quotes. */
export function JudgmentView({ judgment }: { readonly judgment: Judgment }) {
  const { meaningful, confidence, reason, meaningfulChanges } = judgment;
  return (
    <div class="judgment">
      <p class="row">
        <span class={`badge ${meaningful ? 'badge-good' : ''}`}>
          {meaningful ? 'meaningful' : 'not meaningful'}
        </span>
        <span class="quiet">confidence {confidence}</span>
      </p>
      <p>{reason}</p>
      {meaningfulChanges.length > 0 && (
        <ul>
          {meaningfulChanges.map(({ type, before, after, reason: why }, at) => (
            <li key={at}>
              {type}: {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}{' '}
              <span class="quiet">{why}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
