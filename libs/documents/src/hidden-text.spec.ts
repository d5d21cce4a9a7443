import { HiddenText } from './hidden-text.js';

describe('HiddenText', () => {
  it('counts the characters that are left out, without the white space around them', () => {
    const hidden = new HiddenText(false);

    expect(hidden.leavesOut(() => ' abc ')).toBe(true);
    expect(hidden.leavesOut(() => 'd')).toBe(true);
    expect(hidden.warning).toBe('Hidden and left out: 4 characters of text. Set `hidden` to read them');
  });

  it('leaves nothing out when hidden parts are read, and does not build their text', () => {
    const hidden = new HiddenText(true);
    const textOf = jest.fn(() => 'abc');

    expect(hidden.leavesOut(textOf)).toBe(false);
    expect(hidden.warning).toBeNull();
    expect(textOf).not.toHaveBeenCalled();
  });

  it('has no warning about blank text', () => {
    const hidden = new HiddenText(false);
    hidden.leavesOut(() => ' ');
    expect(hidden.warning).toBeNull();
  });
});
