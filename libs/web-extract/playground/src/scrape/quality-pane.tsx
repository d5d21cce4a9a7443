import type { QualityReport } from '../api/answers.js';
import { count } from '../ui/format.js';

const VERDICTS = {
  good: 'This is the content of the page',
  doubtful: 'Something may be wrong with it',
  poor: 'This is hardly what you looked for',
} as const;

/** How far the content can be trusted, and what was left out. */
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
        Left out{' '}
        <small>
          {removed.length === 0 ? 'nothing' : `${count(removed.length)} parts, ${count(chars)} characters`}
        </small>
      </h3>
      {removed.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Why</th>
              <th scope="col" class="number">
                Characters
              </th>
            </tr>
          </thead>
          <tbody>
            {removed.map(({ what, why, chars: length }, at) => (
              <tr key={at}>
                <td>
                  <Part what={what} />
                </td>
                <td>{why}</td>
                <td class="number">{count(length)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** The place, and how its text begins. */
function Part({ what }: { readonly what: string }) {
  const end = what.indexOf(': ');
  return (
    <>
      <code>{what.slice(0, end)}</code> <span class="quiet">{what.slice(end + 2)}</span>
    </>
  );
}
