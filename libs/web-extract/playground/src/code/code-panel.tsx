import { useState } from 'preact/hooks';
import { useAccess } from '../state/access.js';
import { SourceView } from '../markdown/markdown-view.js';
import { CopyButton } from '../ui/copy-button.js';
import { Panel, Tabs } from '../ui/tabs.js';
import { codeOf, languagesOf, type Language, type ShownCall } from './call-code.js';

/** The request of the form as code. */
export function CodePanel({ name, call }: { readonly name: string; readonly call: ShownCall }) {
  const { base } = useAccess();
  const [language, setLanguage] = useState<Language>('curl');
  const code = codeOf(call, language, base);
  const tabs = `${name}-code`;
  const languages = languagesOf(call);
  return (
    <details class="code-panel">
      <summary>Copy as code</summary>
      <div class="row spread">
        <Tabs
          label="Language"
          name={tabs}
          tabs={languages}
          chosen={language}
          choose={(id) => setLanguage(id as Language)}
        />
        <CopyButton text={() => code} />
      </div>
      {languages.map(({ id, label }) => (
        <Panel key={id} name={tabs} id={id} isShown={id === language}>
          {id === language && (
            <SourceView isSmall text={code} label={label} language={id === 'curl' ? 'shell' : 'code'} />
          )}
        </Panel>
      ))}
    </details>
  );
}
