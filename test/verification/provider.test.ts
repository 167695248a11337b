import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { pagesOrigin } from '../../lib/people/domains/pages-origin.ts';
import { recipientProviderKey } from '../../lib/storage/engine/keys.ts';
import { readTrail, signings } from '../../lib/verifier/trail.ts';
import type { Api, Person } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { cookieOf, visit } from '../identity-providers/company.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type HostileProvider,
  type Someone,
  startProvider,
} from '../identity-providers/hostile-provider.ts';
import { textsOf } from '../pdf/tools.ts';
import { readTable } from '../storage/stored-forms.ts';
import { createSignature, type Envelope, ok, openSession, pdf, setField, submit } from '../stories/envelope.ts';
import { agreed, codeOf, eventsOf, recipientOf, SECRETS, sendProtected, verify } from './ceremony.ts';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let sender: Person;
let provider: HostileProvider;
let providerId: string;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  sender = await api.signUp();
  provider = await startProvider();
  providerId = await register(sender);
});
afterEach(() => provider.misbehave({}));
afterAll(async () => {
  await stop();
  await provider.stop();
});

const settings = (more: object = {}) => ({
  name: 'Partner Inc.',
  issuer: provider.issuer,
  client_id: CLIENT_ID,
  client_secret: CLIENT_SECRET,
  ...more,
});

/** Registers the provider for recipients of somebody's organization. */
const register = async (owner: Person): Promise<string> => {
  const path = { organization_id: owner.organization_id };
  return ok(await api.as(owner).createRecipientProvider({ path, body: settings() })).id;
};

let people = 0;
const send = (more: object = {}, of: Record<string, unknown> = {}): Promise<Envelope & { email: string }> => {
  people += 1;
  const email = `theo-${people}@partner.example`;
  const details = { email, auth_methods: ['oidc'], identity_provider: providerId, ...more };
  return sendProtected(api, sender, details, of).then((envelope) => ({ ...envelope, email }));
};

type Session = Awaited<ReturnType<typeof agreed>>;

const start = async (session: Pick<Session, 'signer'>, cookie = '') => {
  const answer = await api.as(session).startSignerProvider({ body: {}, headers: cookie ? { cookie } : {} });
  return { redirect_to: ok(answer).redirect_to, cookie: cookieOf(answer) };
};

const finish = (session: Pick<Session, 'signer'>, cookie: string, query: Record<string, string>, at = providerId) =>
  api.as(session).verifySignerAtProvider({ body: { provider: at, ...query }, headers: { cookie } });

/** Goes to the provider, where somebody is signed in, and comes back. */
const pass = async (session: Pick<Session, 'signer'>, someone: Someone) => {
  provider.signIn(someone);
  const begun = await start(session);
  return finish(session, begun.cookie, await visit(begun));
};

const theo = (email: string, more: object = {}): Someone => ({
  sub: 'theo-at-partner',
  email,
  email_verified: true,
  ...more,
});

const OVER = [401, 'provider_sign_in_over'];
const auditOf = async ({ id }: Pick<Envelope, 'id'>) =>
  ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id: id } }));

test('providers for recipients go with their organization', async () => {
  const owner = await api.signUp();
  await register(owner);
  const path = { organization_id: owner.organization_id };
  const { pk } = recipientProviderKey(path.organization_id, '');
  const kept = async () => (await readTable()).filter((item) => item.pk === pk);
  expect(await kept()).toHaveLength(1);
  ok(await api.as(owner).updateOrganization({ path, body: { deletion_protected: false } }));
  ok(await api.as(owner).deleteOrganization({ path }));
  await api.settle();
  // The worker comes again when no request can be under way any more.
  await api.advance('PT16M');
  await api.settle();
  expect(await kept()).toEqual([]);
});

describe('a recipient who signs in at the provider that the sender has named', () => {
  test('sees what was withheld, signs, and is known by issuer, subject and time in chain, certificate and verifier', async () => {
    const envelope = await send();
    const session = await agreed(api, envelope);
    const before = JSON.stringify(ok(await api.as(session).getEnvelope({ path: { envelope_id: envelope.id } })));
    expect(SECRETS.filter((secret) => before.includes(secret))).toEqual([]);
    const passed = ok(await pass(session, theo(envelope.email.toUpperCase())));
    expect(passed.recipient).toMatchObject({ auth_step: null, auth_method_states: { oidc: 'complete' } });
    expect(JSON.stringify(passed.envelope)).toContain('about-secret');

    ok(await setField(api, session, 'text', 'x'));
    ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
    ok(await submit(api, session));
    await api.settle();

    const { body: used } = await api.as(sender).getOrganizationUsage({
      path: { organization_id: sender.organization_id },
      query: { usage_type: 'auth_oidc' },
    });
    expect(used).toEqual({ [sender.organization_id]: { auth_oidc: 1 } });
    const audit = await auditOf(envelope);
    const known = { method: 'oidc', issuer: provider.issuer, subject: 'theo-at-partner', address: envelope.email };
    const event = audit.events.find((one: { event: string }) => one.event === 'recipient:id_verified');
    expect(event).toMatchObject({ event_detail: 'oidc', data: { verified: known } });
    expect(audit.recipients[0].verifications).toMatchObject([known]);
    const [signing] = await signings(readTrail(audit));
    const proof = `Sign-in at ${provider.issuer} (OpenID Connect), subject theo-at-partner`;
    expect(signing?.verified).toMatchObject([{ proof, time: event.created_at }]);
    const { documents } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const certificate = documents.find(({ type }: { type: string }) => type === 'certificate').id;
    const file = await api
      .as(sender)
      .getEnvelopeDocument({ path: { document_id: certificate }, query: { type: 'file' } });
    const text = textsOf(file.bytes)[0]?.replace(/\s+/g, ' ');
    expect(text).toContain(`Signed in at the identity provider ${provider.issuer}`);
    expect(text).toContain(`as the subject theo-at-partner, email: ${envelope.email}`);
  });

  test('reads what was signed in another session after another sign-in there, and guesses are slowed down', async () => {
    const envelope = await send();
    const session = await agreed(api, envelope);
    ok(await pass(session, theo(envelope.email)));
    ok(await setField(api, session, 'text', 'x'));
    ok(await setField(api, session, 'signature-Signer', await createSignature(api, session)));
    ok(await submit(api, session));
    await api.settle();
    const later = await openSession(api, envelope, 'Signer');
    const read = () => {
      const path = { document_id: envelope.documents[0]?.id ?? '' };
      return api.as(later).getEnvelopeDocument({ path, query: { type: 'file' } });
    };
    expect((await read()).status).toBe(401);
    expect(codeOf(await pass(later, theo('eve@partner.example')))[1]).toBe('identity_mismatch');
    ok(await pass(later, theo(envelope.email)));
    expect((await read()).status).toBe(200);
    const again = await openSession(api, envelope, 'Signer');
    const refusals: unknown[] = [];
    for (let guess = 0; guess < 8; guess += 1) refusals.push(codeOf(await pass(again, theo('eve@partner.example')))[1]);
    expect(refusals).toContain('identity_mismatch');
    expect(refusals.at(-1)).toBe('too_many_requests');
  });

  test('may be demanded by a claim; its value is not told to somebody else, who alone learns who came', async () => {
    const envelope = await send({ email: 'anybody@example.com', identity_claim: { name: 'employee', value: '4711' } });
    const session = await agreed(api, envelope);
    const wrong = await pass(session, theo('eve@partner.example', { employee: '4712' }));
    expect(codeOf(wrong)).toEqual([400, 'identity_mismatch']);
    expect(wrong.body.error).toContain('employee 4712');
    expect(JSON.stringify(wrong.body)).not.toContain('4711');
    const { events } = await auditOf(envelope);
    // Others may read the chain: it says that somebody else came, and not who.
    expect(events.at(-1)).toMatchObject({ event: 'recipient:id_failed', event_detail: 'oidc', data: { attempt: 1 } });
    expect(JSON.stringify(events)).not.toMatch(/eve@|4712|4711/);
    ok(await pass(session, theo('somebody@else.example', { employee: 4711 })));
    const verified = (await auditOf(envelope)).recipients[0].verifications;
    expect(verified).toMatchObject([{ address: null, claim: { name: 'employee', value: '4711' } }]);
  });
});

test("a page of a brand's domain is led back to, while the domain is the brand's, and by no other envelope", async () => {
  const path = { organizationid: sender.organization_id };
  const brand = ok(await api.as(sender).createBrand({ path, body: { key: 'orchard', name: 'Orchard' } }));
  const at = { ...path, brandid: brand.id };
  const domain = `sign-${process.pid}.orchard.example`;
  const { dns_records } = ok(await api.as(sender).addBrandAppDomain({ path: at, body: { domain } }));
  const origin = pagesOrigin(domain);
  const before = await agreed(api, await send({}, { brand_key: brand.key }));
  expect(codeOf(await api.as(before).startSignerProvider({ body: { origin } }))).toEqual([406, 'invalid']);
  dns.publish(dns_records);
  ok(await api.as(sender).verifyBrandAppDomain({ path: at }));
  const envelope = await send({}, { brand_key: brand.key });
  const session = await agreed(api, envelope);
  provider.signIn(theo(envelope.email));
  const answer = await api.as(session).startSignerProvider({ body: { origin } });
  const query = await visit(ok(answer));
  const back = await api.anyone.getProviderPage({
    path: { organization_id: providerId },
    query: { state: query.state ?? '' },
  });
  expect(String(back.body)).toContain(`data-pages="${origin}"`);
  ok(await finish(session, cookieOf(answer), query));
  const other = await agreed(api, await send());
  expect(codeOf(await api.as(other).startSignerProvider({ body: { origin } }))).toEqual([406, 'invalid']);
});

describe('what is refused', () => {
  test.each<[string, (email: string) => Someone, string]>([
    ['another address', () => theo('eve@partner.example'), 'eve@partner.example'],
    ['an address that is not verified', (email) => theo(email, { email_verified: false }), 'not verified'],
    ['an address that nobody says is verified', (email) => theo(email, { email_verified: undefined }), 'not verified'],
    ['a letter that only looks the same', (email) => theo(email.replace('k', '\u212a').replace('e', 'е')), '@partner'],
    ['no address', () => ({ sub: 'theo' }), 'without an address'],
  ])('%s', async (_, someone, said) => {
    const envelope = await send();
    const refused = await pass(await agreed(api, envelope), someone(envelope.email));
    expect(codeOf(refused)).toEqual([400, 'identity_mismatch']);
    expect(refused.body.error).toContain(said);
    expect(refused.body.error).toContain(envelope.email);
  });

  test('the fifth somebody else: the verification has failed, whatever session began it', async () => {
    const envelope = await send();
    for (let attempt = 1; attempt <= 5; attempt++) {
      const refused = await pass(await agreed(api, envelope), theo('eve@x.example'));
      expect(codeOf(refused)).toEqual(attempt < 5 ? [400, 'identity_mismatch'] : [400, 'verification_failed']);
    }
    expect((await recipientOf(api, sender, envelope.id)).status).toBe('failed');
    expect(await eventsOf(api, sender, envelope.id)).toContain('recipient:failed oidc');
  });

  test('an answer for another envelope, recipient, session, browser, provider or tenant, and the second use of one', async () => {
    const [mine, other] = [await send(), await send()];
    const session = await agreed(api, mine);
    const query = async (of: Session) => {
      provider.signIn(theo(mine.email));
      const begun = await start(of);
      return { ...begun, query: await visit(begun) };
    };
    // Another envelope with the same address there.
    const elsewhere = await agreed(api, other);
    const first = await query(elsewhere);
    expect(codeOf(await finish(session, first.cookie, first.query))).toEqual(OVER);
    // It was spent by that.
    expect(codeOf(await finish(elsewhere, first.cookie, first.query))).toEqual(OVER);
    // Another session of the same recipient.
    const second = await query(await agreed(api, mine));
    expect(codeOf(await finish(session, second.cookie, second.query))).toEqual(OVER);
    // Another browser, and none.
    const third = await query(session);
    expect(
      codeOf(await finish(session, cookieOf(await api.as(session).startSignerProvider({ body: {} })), third.query)),
    ).toEqual(OVER);
    const fourth = await query(session);
    expect(codeOf(await finish(session, '', fourth.query))).toEqual(OVER);
    // The redirect URI of another provider of the same organization, with the same issuer.
    const fifth = await query(session);
    expect(codeOf(await finish(session, fifth.cookie, fifth.query, await register(sender)))).toEqual(OVER);
    // A member's sign-in, as a verification; and a verification as a member's sign-in.
    const sixth = await query(session);
    const asMember = { provider: providerId, ...sixth.query };
    const { cookie } = sixth;
    expect(codeOf(await api.anyone.signInWithProvider({ body: asMember, headers: { cookie } }))).toEqual(OVER);
    // The code of one sign-in with the state of another.
    const [seventh, eighth] = [await query(session), await query(session)];
    const mixed = { ...seventh.query, code: eighth.query.code ?? '' };
    expect(codeOf(await finish(session, seventh.cookie, mixed))).toEqual([401, 'provider_refused']);
    expect((await recipientOf(api, sender, mine.id)).auth_method_states).toMatchObject({ oidc: null });
  });

  test('an answer after the sender has corrected the recipient, or the provider has another issuer or client', async () => {
    const envelope = await send();
    const session = await agreed(api, envelope);
    provider.signIn(theo(envelope.email));
    const begun = await start(session);
    const query = await visit(begun);
    const path = { envelope_id: envelope.id, role_name: 'Signer' };
    ok(await api.as(sender).updateRecipient({ path, body: { email: 'grace@partner.example' } }));
    expect(codeOf(await finish(session, begun.cookie, query))[0]).toBe(404);

    const own = await register(sender);
    const moved = await agreed(api, await send({ identity_provider: own }));
    const before = await start(moved);
    const place = { organization_id: sender.organization_id, provider_id: own };
    const as = api.as(sender);
    expect(
      codeOf(
        await as.updateRecipientProvider({
          path: place,
          body: { ...settings({ client_id: 'x' }), client_secret: undefined },
        }),
      ),
    ).toEqual([406, 'invalid']);
    ok(await as.updateRecipientProvider({ path: place, body: settings({ client_id: 'another' }) }));
    expect(codeOf(await finish(moved, before.cookie, await visit(before), own))).toEqual(OVER);
    ok(await as.deleteRecipientProvider({ path: place }));
    expect(codeOf(await api.as(moved).startSignerProvider({ body: {} }))).toEqual([404, 'provider_not_found']);
  });

  test('a page of somebody else to go back to, and more than twenty beginnings in an hour', async () => {
    const session = await agreed(api, await send());
    const asked = await api.as(session).startSignerProvider({ body: { origin: 'https://evil.example' } });
    expect(codeOf(asked)).toEqual([406, 'invalid']);
    for (let begun = 1; begun < 20; begun++) await start(session);
    expect(codeOf(await api.as(session).startSignerProvider({ body: {} }))).toEqual([429, 'too_many_requests']);
  });

  test('hostile answers, of which none counts as an attempt', async () => {
    const envelope = await send();
    const session = await agreed(api, envelope);
    for (const mischief of [
      { token: (claims: object) => provider.unsigned({ ...claims }) },
      { token: (claims: object) => provider.signedByPublicKey({ ...claims }) },
      { claims: (right: object) => ({ ...right, nonce: 'another' }) },
      { claims: (right: object) => ({ ...right, aud: 'another' }) },
      { claims: (right: object) => ({ ...right, iss: 'https://another.example' }) },
      { claims: (right: object) => ({ ...right, sub: 'theo\u202e' }) },
    ]) {
      provider.misbehave(mischief);
      expect(codeOf(await pass(session, theo(envelope.email)))).toEqual([401, 'provider_refused']);
    }
    expect((await auditOf(envelope)).events.map(({ event }: { event: string }) => event)).not.toContain(
      'recipient:id_failed',
    );
  });
});

describe('what a sender demands', () => {
  test('names a provider of the own organization, and an address or a claim', async () => {
    const stranger = await api.signUp();
    const theirs = await register(stranger);
    const refused = async (more: object, field: string) => {
      const { status, body } = await sendRaw(more);
      expect([status, body.error]).toEqual([406, expect.stringContaining(field)]);
    };
    await refused({ auth_methods: ['oidc'] }, 'identity_provider');
    await refused({ auth_methods: ['oidc'], identity_provider: theirs }, 'identity_provider');
    await refused({ identity_provider: providerId }, 'auth_methods');
    await refused(
      { auth_methods: ['oidc'], identity_provider: providerId, email: '', phone: '+12025550123' },
      'identity_claim',
    );
    const path = { organization_id: sender.organization_id };
    expect((await api.as(stranger).getRecipientProviders({ path })).status).toBe(404);
    const place = { ...path, provider_id: providerId };
    expect((await api.as(stranger).deleteRecipientProvider({ path: place })).status).toBe(404);
    const answered = ok(await api.as(sender).getRecipientProviders({ path }));
    expect(JSON.stringify(answered)).not.toContain(CLIENT_SECRET);
    expect(answered.find(({ id }: { id: string }) => id === providerId)).toMatchObject({
      has_client_secret: true,
      redirect_uri: expect.stringMatching(new RegExp(`/sign-in/${providerId}$`)),
    });
    // No member comes in by it.
    expect(codeOf(await api.anyone.startProviderSignIn({ body: { provider: providerId } }))).toEqual([
      404,
      'provider_not_found',
    ]);
  });

  test('holds for a signer who tries the step in another way, and is the sender’s alone to see', async () => {
    const envelope = await send({ identity_claim: { name: 'sub', value: 'secret-subject' } });
    const session = await agreed(api, envelope);
    expect(codeOf(await verify(api, session, { auth_method: 'oidc', code: '1' }))).toEqual([406, 'invalid']);
    const seen = await api.as(session).getEnvelope({ path: { envelope_id: envelope.id } });
    expect(JSON.stringify(seen.body)).not.toContain('secret-subject');
    expect(await recipientOf(api, sender, envelope.id)).toMatchObject({
      identity_provider: providerId,
      identity_claim: { name: 'sub', value: 'secret-subject' },
    });
  });
});

const sendRaw = (more: object) =>
  api.as(sender).createEnvelope({
    body: {
      name: 'X',
      recipients: [{ role_name: 'Signer', first_name: 'T', last_name: 'Q', email: 't@partner.example', ...more }],
      documents: [{ name: 'x.pdf', data: pdf() }],
    },
  });
