import { useEffect, useState } from 'preact/hooks';
import { ask, type ApiAccess } from '../api/api-client.js';
import type { Explanation } from '../api/answers.js';
import { useAccess } from '../state/access.js';
import { count } from '../ui/format.js';
import { Verdict } from './explain-box.js';

/** Links that are asked about at a time. */
const PART = 60;
const AT_ONCE = 4;

interface RefusedLinksProps {
  readonly id: string;
  /** The links in question, as they are when it is unfolded. */
  readonly find: () => readonly string[];
}

/** Which links the crawl refuses, and why each. Asked for when it is unfolded, a part at a time. */
export function RefusedLinks({ id, find }: RefusedLinksProps) {
  const { base, key } = useAccess();
  const [links, setLinks] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState(PART);
  const [verdicts, setVerdicts] = useState<readonly (Explanation | null)[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const part = links.slice(wanted - PART, wanted);
    void explainAll({ base, key }, id, part, controller.signal, (verdict) =>
      setVerdicts((before) => [...before, verdict]),
    );
    return () => controller.abort();
  }, [links, wanted, id, base, key]);
  const unfold = (isOpen: boolean) => {
    setLinks(isOpen ? find() : []);
    setWanted(PART);
    setVerdicts([]);
  };
  const refused = verdicts.flatMap((verdict) => (verdict && !verdict.admitted ? [verdict] : []));
  return (
    <details class="group" onToggle={(event) => unfold(event.currentTarget.open)}>
      <summary>Excluded links</summary>
      <div class="group-body" aria-live="polite">
        <p class="quiet">
          {count(refused.length)} of {count(verdicts.length)} checked links are excluded
        </p>
        {refused.map((explanation) => (
          <Verdict key={explanation.url} explanation={explanation} />
        ))}
        {verdicts.length === wanted && wanted < links.length && (
          <button type="button" class="button button-small" onClick={() => setWanted(wanted + PART)}>
            Check {count(Math.min(PART, links.length - wanted))} more of {count(links.length)}
          </button>
        )}
      </div>
    </details>
  );
}

/** A few at once; what could not be explained is counted and passed over. */
async function explainAll(
  access: ApiAccess,
  id: string,
  links: readonly string[],
  signal: AbortSignal,
  tell: (explanation: Explanation | null) => void,
): Promise<void> {
  const open = [...links];
  const work = async (): Promise<void> => {
    for (let url = open.shift(); url !== undefined && !signal.aborted; url = open.shift()) {
      const path = `v2/crawl/${id}/explain?url=${encodeURIComponent(url)}`;
      const explanation = await ask<Explanation>(access, { method: 'GET', path, signal }).catch(() => null);
      if (!signal.aborted) tell(explanation);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
