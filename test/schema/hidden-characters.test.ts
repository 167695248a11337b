import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type * as z from 'zod';
import { operations } from '../../functions/index.ts';
import { Url } from '../../lib/base/common-schema.ts';
import { findHidden, withoutHidden } from '../../lib/base/look.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, pdf, recipient, sendEnvelope } from '../stories/envelope.ts';
import { agreed } from '../verification/ceremony.ts';

describe('a name', () => {
  it.each([
    ['an override of direction', 'gpj.\u202efdp', 'U+202E'],
    ['an embedding', '\u202aAda\u202c', 'U+202A'],
    ['an isolate', 'Ada\u2067', 'U+2067'],
    ['a mark of direction among Latin letters', 'Ada\u200e', 'U+200E'],
    ['a joiner after a Latin letter', 'Ada\u200d', 'U+200D'],
    ['a joiner after an accent', 'Ade\u0301\u200c', 'U+200C'],
    ['a joiner at the beginning', '\u200dمی', 'U+200D'],
    ['a zero-width space', 'A\u200bda', 'U+200B'],
    ['a soft hyphen', 'Mar\u00adlow', 'U+00AD'],
    ['a word joiner', 'A\u2060da', 'U+2060'],
    ['a byte order mark', 'A\ufeffda', 'U+FEFF'],
    ['a Hangul filler', '김\u3164', 'U+3164'],
    ['a grapheme joiner', 'a\u034fb', 'U+034F'],
    ['a variation of a Latin letter', 'A\ufe0f', 'U+FE0F'],
    ['tags', 'Ada\u{e0041}', 'U+E0041'],
    ['an annotation', 'A\ufff9da', 'U+FFF9'],
    ['an escape, which begins commands of terminals', '\u001b[31mAda', 'U+001B'],
    ['the one-character form of one', '\u009b31mAda', 'U+009B'],
    ['a backspace', 'Ada\u0008', 'U+0008'],
    ['a zero', 'Ada\u0000', 'U+0000'],
    ['a delete', 'Ada\u007f', 'U+007F'],
    ['an end of the line', 'Ada\r\nBcc: eve@example.com', 'U+000D'],
    ['a tabulator', 'Ada\tStatus', 'U+0009'],
    ['a bell', 'Ada\u0007', 'U+0007'],
    ['the end of a line of Unicode', 'Ada\u2028Identity: verified', 'U+2028'],
    ['the end of a paragraph of Unicode', 'Ada\u2029Identity: verified', 'U+2029'],
    ['the next line of ISO 6429', 'Ada\u0085Identity: verified', 'U+0085'],
    ['half a character', 'Ada\ud83d', 'U+D83D'],
  ])('with %s hides what it is', (_, name, character) => {
    expect(findHidden(name)).toBe(character);
    expect(findHidden(withoutHidden(name))).toBeUndefined();
  });

  it.each([
    ['Arabic', 'محمد بن سلمان'],
    ['Hebrew with a mark of direction', 'דוד כהן (בע״מ)\u200f'],
    ['Arabic and Latin, with marks', '\u200eAda \u061cمحمد'],
    ['Persian with a zero-width non-joiner', 'می\u200cخواهم'],
    ['Hindi with joiners', 'क्\u200dष क्\u200cष'],
    ['Malayalam with a joiner', 'ന്\u200d'],
    ['Mongolian with a variation', 'ᠠ\u180b'],
    ['Japanese with a variation', '葛\u{e0100}城'],
    ['accents apart', 'Ade\u0301le'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a heart', '❤\ufe0f\u200d🔥'],
    ['a waving hand of a tone', '👋🏽'],
    ['a key', '1\ufe0f\u20e3'],
    ['a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 🏳\ufe0f\u200d🌈'],
  ])('in %s hides nothing', (_, name) => {
    expect(findHidden(name)).toBeUndefined();
    expect(withoutHidden(name)).toBe(name);
  });
});

/** Texts that are no names, and hold what they are given. */
const NO_NAMES = {
  quoted:
    'answer default description disclaimer disclosures html_template message prefill question reason text_template value values',
  secrets:
    'client_secret code code_verifier key logout_token mfa_token new_password old_password otp passcode password pin recovery_code refresh_token token username',
  contents: 'SAMLResponse certificates data rows image initial signature style_overrides uri',
  compared:
    'brand_key client_id code_challenge code_challenge_method document_id email_attribute error error_description field hidden id iss method origin permissions picture redirect_uri required resource response_type roles schemas scope state timezone token_type_hint type validator',
};
/** Texts of a field on a page, which may have several lines. */
const LINES = ['label', 'placeholder'];
/** Names of roles, which are checked where the role is new; else they only find it. */
const ROLES = [
  'role_name',
  'named_by',
  'back_to',
  'recipients.name',
  'updateRole.name',
  'updateDraft.roles.name',
  'updateTemplateContents.roles.name',
];

type Part = z.core.$ZodType;

const textsIn = (schema: Part, path: string): [path: string, text: Part][] => {
  const { def } = schema._zod as unknown as { def: { type: string; [part: string]: unknown } };
  const isText = def.type === 'string' || (def.type === 'pipe' && (def.in as Part)._zod.def.type === 'string');
  if (isText) return [[path, schema]];
  if (def.type === 'object') {
    return Object.entries(def.shape as Record<string, Part>).flatMap(([key, part]) => textsIn(part, `${path}.${key}`));
  }
  const inner = ['innerType', 'in', 'element', 'left', 'right', 'valueType'].flatMap(
    (part) => (def[part] as Part | undefined) ?? [],
  );
  return [...inner, ...((def.options as Part[] | undefined) ?? [])].flatMap((part) => textsIn(part, path));
};

describe('every operation that takes a name', () => {
  const texts = Object.values(operations).flatMap(({ contract: { id, body } }) => (body ? textsIn(body, id) : []));
  const checked = texts.filter(([path]) => !ROLES.some((role) => path.endsWith(role)));
  const accepting = (text: string) =>
    new Set(
      checked
        .filter(([, schema]) => (schema as z.ZodType).safeParse(text).success)
        .map(([path]) => path.split('.').at(-1) ?? ''),
    );
  const noNames = Object.values(NO_NAMES).flatMap((list) => list.split(' '));

  it.each([
    ['hide what it is', '\u202e', []],
    ['begin commands of terminals', '\u001b', []],
    ['ring a bell', '\u0007', []],
    ['end a line of Unicode', '\u2028', []],
    ['end a line', '\n', LINES],
    ['return to its beginning', '\r', LINES],
    ['leave a gap like that between columns', '\t', LINES],
  ])('refuses characters that %s', (_, character, lines) => {
    expect(checked.length).toBeGreaterThan(200);
    expect(accepting('Ada').size).toBeGreaterThan(60);
    expect([...accepting(`Ada Number ${character} 1`)].sort()).toEqual([...noNames, ...lines].sort());
  });
});

test.each([...'\u2028\u202e\u200b\ud800'])('a web address holds no %j', (character) => {
  expect(Url.safeParse(`https://example.com/${character}a`).success).toBe(false);
  expect(Url.safeParse('https://example.com/a?b=ü#c').success).toBe(true);
});

describe('hidden characters', () => {
  let api: Api;
  let ada: Person;
  beforeAll(async () => {
    api = await startApi();
    ada = await api.signUp();
  });
  afterAll(() => api.stop());

  const one = recipient('One', 1);
  const send = (more: object) =>
    api.as(ada).createEnvelope({ body: { name: 'A', documents: [{ data: pdf() }], recipients: [one], ...more } });

  it('are refused by the names of the parameter and of the character', async () => {
    for (const [parameter, more] of [
      ['documents.0.name', { documents: [{ name: 'lease\u202efdp.exe', data: pdf() }] }],
      ['recipients.0.role_name', { recipients: [{ ...one, role_name: 'One\u202e' }] }],
      ['recipients.0.name', { recipients: [{ ...one, role_name: undefined, name: 'One\u202e' }] }],
    ] as const) {
      const { status, body } = await send(more);
      expect([status, body.error]).toEqual([406, `${parameter}: must not hold the invisible character U+202E`]);
    }
    const loud = await send({ name: 'Lease \u001b[2J' });
    expect([loud.status, loud.body.error]).toEqual([406, 'name: must not hold the control character U+001B']);
  });

  it.each([...'\n\r\t\u001b\u0007\u2028\u202e'])('are refused where a role gets its name: %j', async (character) => {
    const name = `O${character}ne`;
    const signer = { name, type: 'signer' } as const;
    const template_id = ok(
      await api.as(ada).createTemplate({ body: { name: 'A', roles: [{ name: 'One', type: 'signer' }] } }),
    ).id;
    for (const [parameter, { status, body }] of [
      ['name', await api.as(ada).updateRole({ path: { template_id, role_name: 'One' }, body: { name } })],
      ['name', await api.as(ada).createRole({ path: { template_id }, body: signer })],
      ['roles.0.name', await api.as(ada).createTemplate({ body: { name: 'A', roles: [signer] } })],
      ['roles.0.name', await api.as(ada).updateTemplateContents({ path: { template_id }, body: { roles: [signer] } })],
      ['recipients.0.role_name', await send({ recipients: [{ ...one, role_name: name }] })],
      ['recipients.0.name', await send({ recipients: [{ ...one, role_name: undefined, name }] })],
    ] as const) {
      expect([parameter, status, body.error]).toEqual([
        parameter,
        406,
        expect.stringMatching(new RegExp(`^${parameter}: must not hold the (control|invisible) character U\\+`)),
      ]);
    }
  });

  it('are taken out of the names of attached files', async () => {
    const fields = [{ name: 'a', role_name: 'One', type: 'attachment', page: 1, x: 72, y: 300 }];
    const envelope = await sendEnvelope(api, ada, [one], { fields });
    const form = new FormData();
    form.set('document', new File(['%PDF-1.7 anything'], 'lease\u202efdp.exe'));
    const path = { envelope_id: envelope.id, role_name: 'One', field_name: 'a' };
    const session = await agreed(api, envelope, 'One');
    expect(ok(await api.as(session).updateRecipientField({ path, form })).settings.name).toBe('leasefdp.pdf');
  });

  it('are taken out of the names of uploaded files', async () => {
    const form = new FormData();
    form.set('documents', new File([Buffer.from(pdf(), 'base64')], 'lease\u202e\u2028fdp.pdf'));
    form.set('name', 'A');
    form.set('recipients', JSON.stringify([one]));
    const { documents } = ok(await api.as(ada).createEnvelope({ form }));
    expect(documents.map(({ name }: { name: string }) => name)).toEqual(['leasefdp.pdf']);
  });
});
