import { readForms } from './html-forms.js';

describe('readForms', () => {
  it('reads the fields that a browser would send', () => {
    const { forms } = readForms(`<form id=f method=POST action="/in?a=1&amp;b=2">
      <input name="u" value="x &quot;y&quot;"><input type=password name='p'><input type=hidden name=t value=abc>
      <input type=checkbox name=stay checked><input type=checkbox name=no><input name=off disabled>
      <button name=go value=in formaction="/other">In</button></form>`);
    expect(forms).toEqual([
      {
        id: 'f',
        name: '',
        action: '/in?a=1&b=2',
        method: 'post',
        fields: [
          { name: 'u', value: 'x "y"', type: 'text' },
          { name: 'p', value: '', type: 'password' },
          { name: 't', value: 'abc', type: 'hidden' },
          { name: 'stay', value: 'on', type: 'checkbox' },
        ],
        button: { name: 'go', value: 'in', type: 'submit', action: '/other' },
      },
    ]);
  });

  it('assigns a field to the form that its form attribute names', () => {
    const { forms } = readForms('<form id=a></form><form id=b><input form=a name=x></form>');
    expect(forms.map(({ fields }) => fields.length)).toEqual([1, 0]);
  });

  it('ignores markup in scripts, comments and text areas', () => {
    const { forms } = readForms(
      '<script>"<form>"</script><!-- <form> --><textarea><form></textarea><form name=real></form>',
    );
    expect(forms.map(({ name }) => name)).toEqual(['real']);
  });

  it('reads the base and the token of the page', () => {
    const page = readForms('<base href="/x/"><meta name="csrf-token" content="abc">');
    expect([page.base, page.csrfToken]).toEqual(['/x/', 'abc']);
  });

  it.each(['<'.repeat(500_000), '<a '.repeat(200_000), '<form x="', '<script>', '</'.repeat(300_000)])(
    'takes linear time (%#)',
    (html) => {
      const startedAt = performance.now();
      readForms(html);
      expect(performance.now() - startedAt).toBeLessThan(1_500);
    },
  );
});
