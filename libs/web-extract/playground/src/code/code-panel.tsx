import { useState } from 'preact/hooks';
import { useAccess } from '../state/access.js';
import { CopyButton } from '../ui/copy-button.js';
import { Panel, Tabs } from '../ui/tabs.js';
import { codeOf, LANGUAGES, type Language, type ShownCall } from './call-code.js';

/** What is on the screen, to be taken along. */
export function CodePanel({ name, call }: { readonly name: string; readonly call: ShownCall }) {
  const { base } = useAccess();
  const [language, setLanguage] = useState<Language>('curl');
  const code = codeOf(call, language, base);
  const tabs = `${name}-code`;
  return (
    <details class="code-panel">
      <summary>Copy as code</summary>
      <div class="row spread">
        <Tabs
          label="Language"
          name={tabs}
          tabs={LANGUAGES}
          chosen={language}
          choose={(id) => setLanguage(id as Language)}
        />
        <CopyButton text={() => code} />
      </div>
      {LANGUAGES.map(({ id, label }) => (
        <Panel key={id} name={tabs} id={id} isShown={id === language}>
          {id === language && (
            <pre class="source source-small" tabIndex={0} aria-label={label}>
              {code}
            </pre>
          )}
        </Panel>
      ))}
    </details>
  );
}
