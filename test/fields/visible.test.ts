import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isVisible } from '../../lib/fields/visible.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, pdf, recipient, sendEnvelope, setField, submit } from '../stories/envelope.ts';
import { agreed, codeOf } from '../verification/ceremony.ts';

const INVISIBLE: [string, string][] = [
  ['blanks', '  \t\n '],
  ['a no-break space', '\u00a0'],
  ['an ideographic space', '\u3000'],
  ['the zero-width space', '\u200b'],
  ['zero-width joiners', '\u200c\u200d'],
  ['a byte order mark', '\ufeff'],
  ['marks of direction', '\u200e\u200f\u202a\u202e\u2066\u2069\u061c'],
  ['variation selectors', '\ufe0f\u{e0100}'],
  ['Mongolian selectors', '\u180b\u180e'],
  ['a Hangul filler', '\u3164'],
  ['fillers of jamo', '\u115f\u1160'],
  ['a half-width filler', '\uffa0'],
  ['a blank Braille pattern', '\u2800'],
  ['a combining mark alone', '\u0301'],
  ['an enclosing mark alone', '\u20e3'],
  ['a grapheme joiner', '\u034f'],
  ['control characters', '\u0001\u0007\u001b\u0085'],
  ['a soft hyphen', '\u00ad'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['an invisible operator', '\u2062'],
  ['the null notehead', '\u{1d159}'],
  ['an object without one', '\ufffc'],
  ['separators of lines', '\u2028\u2029'],
];

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const text = (more: Record<string, unknown> = {}) => ({
  name: 'text',
  role_name: 'One',
  type: 'textbox',
  document_id: 0,
  page: 1,
  x: 72,
  y: 300,
  required: true,
  ...more,
});

describe('a field that holds nothing but', () => {
  it('invisible characters is not filled', async () => {
    const fields = ['text', 'area'].map((name) => text({ name, type: name === 'text' ? 'textbox' : 'textarea' }));
    const envelope = await sendEnvelope(api, sender, [recipient('One', 1)], { fields });
    const one = await agreed(api, envelope, 'One');
    ok(await setField(api, one, 'area', 'seen'));
    for (const [what, value] of INVISIBLE) {
      ok(await setField(api, one, 'text', value));
      const answer = await submit(api, one);
      expect([what, ...codeOf(answer), answer.body.error]).toEqual([
        what,
        400,
        'fields_missing',
        'Required fields are not filled: text.',
      ]);
    }
    ok(await setField(api, one, 'text', '\u200b한\u0301\u200b'));
    ok(await submit(api, one));
  });

  it.each(['a', '.', '漢', 'مرحبا', 'e\u0301', '👍🏽', '❤️', '⠁', '각', '1\ufe0f\u20e3', '\u2014', '€'])(
    '%s is filled',
    (value) => {
      expect(isVisible(value)).toBe(true);
    },
  );

  it('invisible characters can’t be required and readonly: nobody could submit it', async () => {
    const people = [recipient('One', 1)];
    const send = (field: object) =>
      api.as(sender).createEnvelope({
        body: { name: 'A', documents: [{ name: 'a.pdf', data: pdf() }], recipients: people, fields: [field] },
      });
    for (const field of [
      text({ readonly: true, default: '\u200b' }),
      text({ readonly: true, type: 'checkbox', default: 'false' }),
      text({ readonly: true, type: 'radio', group: 'g', default: 'false' }),
      text({ type: 'dropdown', options: [] }),
    ]) {
      expect((await send(field)).status).toBe(406);
    }
    const envelope = await sendEnvelope(api, sender, people, { fields: [text({ readonly: true, default: 'rent' })] });
    const path = { envelope_id: envelope.id, role_name: 'One', field_name: 'text' };
    for (const value of ['', null, '\u3164']) {
      const answer = await api.as(sender).updateRecipientField({ path, body: { value, prepared: true } });
      expect([answer.status, answer.body.error]).toEqual([406, expect.stringMatching(/^value/)]);
    }
  });
});
