import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES, QUOTES } from '../../lib/base/languages.ts';
import { DISCLOSURE_TEXTS } from '../../lib/signing/disclosures/texts/index.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

/** Agrees with this text; answers who showed it by the audit trail. */
const shownBy = async (textFor: (from: string, document: string) => string): Promise<unknown> => {
  const envelope = await sendEnvelope(api, sender, [recipient('One', 1)]);
  const session = await openSession(api, envelope, 'One');
  const path = { envelope_id: envelope.id, role_name: 'One' };
  const names = [...new Set([session.envelope.sender_name, session.brand.name])].join(', ');
  const disclosures = textFor(names, session.envelope.documents[0].name);
  ok(await api.as(session).agreeRecipient({ path, body: { disclosures } }));
  const { events } = ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  const { data } = events.find(({ event }: { event: string }) => event === 'recipient:agreed');
  expect(data.disclosures).toBe(disclosures);
  return data.shown_by;
};

const filled = (language: (typeof LANGUAGES)[number], name: string): string =>
  DISCLOSURE_TEXTS[language].disclosuresText.replaceAll('{sender}', name);

test.each(LANGUAGES)(
  'the text that the signing page shows in %s is recorded as shown by the platform',
  async (language) => {
    const { consentShown } = DISCLOSURE_TEXTS[language];
    const quoted = (text: string) => QUOTES[language].join(text);
    expect(await shownBy((name) => filled(language, quoted(`\u2068${name}\u2069`)))).toBe('platform');
    const whole = (name: string, document: string) =>
      `${filled(language, quoted(name))}\n\n${consentShown.replace('{document}', quoted(document))}`;
    expect(await shownBy(whole)).toBe('platform');
  },
);

test('any other text is recorded as the client’s own: an addition, an omission, another sender, another document', async () => {
  const { consentShown } = DISCLOSURE_TEXTS.en;
  for (const text of [
    () => 'I agree to use electronic records and signatures.',
    (name: string) => `${filled('en', `“${name}”`)}\n\nThe recipient owes nothing.`,
    (name: string) => filled('en', name),
    (name: string) => filled('en', `“${name}”`).slice(0, -20),
    () => filled('en', '“Somebody else”'),
    (name: string) => `${filled('en', `“${name}”`)}\n\n${consentShown.replace('{document}', '“other.pdf”')}`,
    (name: string) => `${filled('en', `“${name}”`)}\n\n${DISCLOSURE_TEXTS.de.consentShown}`,
  ]) {
    expect(await shownBy(text)).toBe('client');
  }
});

test('where the organization has disclosures of its own, the platform shows these and no others', async () => {
  const path = { organization_id: sender.organization_id };
  const disclaimer = 'Our own terms.\nIn two lines.';
  ok(await api.as(sender).updateOrganization({ path, body: { disclaimer } }));
  expect(await shownBy(() => disclaimer)).toBe('platform');
  expect(await shownBy((name) => filled('en', name))).toBe('client');
});
