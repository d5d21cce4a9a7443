import { useAccess } from '../state/access.js';
import { useNavigation } from '../state/navigation.js';
import { EXAMPLES, type Example } from './examples.js';

/** Buttons that run the examples. */
export function ExampleList() {
  const { key, askForKey } = useAccess();
  const { go } = useNavigation();
  const start = ({ id, tab }: Example) => {
    if (key === '') return askForKey();
    go({ tab, with: { example: id } });
  };
  return (
    <ul class="examples" aria-label="Examples">
      {EXAMPLES.map((example) => (
        <li key={example.id}>
          <button type="button" class="example" id={`example-${example.id}`} onClick={() => start(example)}>
            <b>{example.title}</b>
            <small>{example.text}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
