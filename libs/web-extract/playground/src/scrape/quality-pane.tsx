import type { QualityReport } from '../api/answers.js';
import { count } from '../ui/format.js';
import { DataTable } from '../ui/data-table.js';

const VERDICTS = {
  good: 'Good: the result has the main content',
  doubtful: 'Doubtful: check the result',
  poor: 'Poor: the result is incomplete or not the page content',
} as const;

/** Quality verdict with its reasons, and the removed parts of the page. */
export function QualityPane({ report: { verdict, reasons, removed } }: { readonly report: QualityReport }) {
  const chars = removed.reduce((sum, part) => sum + part.chars, 0);
  return (
    <div class="quality">
      <section class={`verdict verdict-${verdict}`}>
        <h3>{VERDICTS[verdict]}</h3>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <h3>
        Removed content{' '}
        <small>
          {removed.length === 0 ? 'none' : `${count(removed.length)} parts, ${count(chars)} characters`}
        </small>
      </h3>
      {removed.length > 0 && (
        <DataTable label="Removed content" columns={['Element', 'Reason', { number: 'Characters' }]}>
          {removed.map(({ what, why, chars: length }, at) => (
            <tr key={at}>
              <td>
                <Part what={what} />
              </td>
              <td>{why}</td>
              <td class="number">{count(length)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </div>
  );
}

/** Selector of the removed element and the start of its text. */
function Part({ what }: { readonly what: string }) {
  const end = what.indexOf(': ');
  return (
    <>
      <code>{what.slice(0, end)}</code> <span class="quiet">{what.slice(end + 2)}</span>
    </>
  );
}
