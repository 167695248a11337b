import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { memberOf, signIn } from '../members/member.ts';
import { signaturePicture } from '../pictures.ts';
import { ok, openSession, recipient, sendEnvelope } from '../stories/envelope.ts';
import { agreed, receiveCode, verify } from '../verification/ceremony.ts';

let api: Api;
let sender: Person;
beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const picture = (width: number) => signaturePicture(width, 80).toString('base64');
const NOTHING = { signature: null, initial: null };

/** A session for another envelope to this address, verified by the methods that it names. */
const sessionAt = async (email: string, auth_methods: string[], from: Person = sender, name: object = {}) => {
  const signer = recipient('Signer', 1, {
    email,
    ...name,
    auth_methods,
    ...(auth_methods.includes('passcode') ? { passcode: '4711' } : {}),
  });
  const session = await agreed(api, await sendEnvelope(api, from, [signer]));
  for (const auth_method of auth_methods) {
    const code = auth_method === 'email' ? await receiveCode(api, session, 'email', email) : '4711';
    ok(await verify(api, session, { auth_method, code }));
  }
  return session;
};

const remembered = async (who: { signer: string } | { token: string }) => ok(await api.as(who).getRememberedMarks());
const draw = (who: { signer: string } | { token: string }, body: object) => api.as(who).createSignatureBlock({ body });

test('a remembered signature is offered only to a person who passes a mailed code at that address, by any sender’s envelope', async () => {
  const { email } = recipient('Signer', 1);
  const first = await sessionAt(email, ['email']);
  expect(await remembered(first)).toEqual(NOTHING);
  ok(await draw(first, { signature: picture(120), remember: true }));
  ok(await draw(first, { signature: picture(140) }));
  const { signature, initial } = await remembered(first);
  expect([signature.width, initial]).toEqual([120, null]);

  const elsewhere = await api.signUp();
  expect(await remembered(await sessionAt(email.toUpperCase(), ['passcode', 'email'], elsewhere))).toMatchObject({
    signature: { width: 120, image: expect.stringMatching(/^data:image\/png;base64,/) },
  });
  // The link, a passcode of the sender's, or another address are not that person.
  expect(await remembered(await sessionAt(email, []))).toEqual(NOTHING);
  expect(await remembered(await sessionAt(email, ['passcode']))).toEqual(NOTHING);
  expect(await remembered(await sessionAt(recipient('Signer', 1).email, ['email']))).toEqual(NOTHING);
  const before = recipient('Signer', 1, { email, auth_methods: ['email'] });
  expect(await remembered(await openSession(api, await sendEnvelope(api, sender, [before]), 'Signer'))).toEqual(
    NOTHING,
  );

  ok(await api.as(await sessionAt(email, ['email'])).forgetRememberedMarks());
  expect(await remembered(first)).toEqual(NOTHING);
});

test('people who share a mailbox are each offered what was made under their own name, and forget that alone', async () => {
  const { email } = recipient('Signer', 1);
  const at = (first_name: string, last_name: string) => sessionAt(email, ['email'], sender, { first_name, last_name });
  const ann = await at('Ann', 'Álpha');
  ok(await draw(ann, { signature: picture(120), remember: true }));
  const carl = await at('Carl', 'Gamma');
  expect(await remembered(carl)).toEqual(NOTHING);
  ok(await api.as(carl).forgetRememberedMarks());
  ok(await draw(carl, { signature: picture(150), remember: true }));
  expect((await remembered(carl)).signature.width).toBe(150);
  // The same name in other letters of the keyboard: case, blanks, and accents apart.
  expect((await remembered(await at('ANN ', 'A\u0301lpha'))).signature.width).toBe(120);
  expect(await remembered(await at('Ann', 'Alpha'))).toEqual(NOTHING);
  ok(await api.as(ann).forgetRememberedMarks());
  expect(await remembered(ann)).toEqual(NOTHING);
  expect((await remembered(carl)).signature.width).toBe(150);
});

test('a person who hasn’t passed a mailed code can neither save nor delete a remembered signature', async () => {
  const { email } = recipient('Signer', 1);
  const session = await sessionAt(email, ['passcode']);
  for (const refused of [
    await draw(session, { signature: picture(100), remember: true }),
    await api.as(session).forgetRememberedMarks(),
  ]) {
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'address_unproven']);
  }
  expect(ok(await api.as(session).getSignatures())).toEqual([]);
  expect((await draw(session, { signature: picture(100), remember: 'maybe' })).status).toBe(406);
});

test('it is refused to a session whose recipient has changed', async () => {
  const { email } = recipient('Signer', 1);
  const signer = recipient('Signer', 1, { email, auth_methods: ['email'] });
  const envelope = await sendEnvelope(api, sender, [signer]);
  const session = await openSession(api, envelope, 'Signer');
  await agree(api, session);
  ok(await verify(api, session, { auth_method: 'email', code: await receiveCode(api, session, 'email', email) }));
  ok(await draw(session, { signature: picture(100), remember: true }));
  const path = { envelope_id: envelope.id, role_name: 'Signer' };
  ok(await api.as(sender).updateRecipient({ path, body: { first_name: 'Another' } }));
  expect((await api.as(session).getRememberedMarks()).status).toBe(401);
});

test("a user's own are those of the account’s address, and are deleted with the account", async () => {
  const owner = await api.signUp();
  const member = await memberOf(api, owner, 'member');
  ok(await draw(member, { signature: picture(160), remember: true }));
  expect((await remembered(member)).signature.width).toBe(160);
  const [own] = ok(await api.as(member).getProfiles());
  const { first_name, last_name } = own;
  const session = await sessionAt(member.email, ['email'], sender, { first_name, last_name });
  const shared = await sessionAt(member.email, ['email']);
  ok(await draw(shared, { signature: picture(90), remember: true }));
  expect((await remembered(session)).signature.width).toBe(160);
  ok(await api.as(owner).deleteOrganizationMember({ path: { profile_id: member.profile_id } }));
  await api.settle();
  expect(await remembered(session)).toEqual(NOTHING);
  expect(await remembered(shared)).toEqual(NOTHING);
});

test('initials are remembered beside the signature', async () => {
  const person = await api.signUp();
  ok(await draw(person, { signature: picture(130), remember: true }));
  ok(await api.as(person).createInitialsBlock({ body: { initial: picture(60), remember: true } }));
  expect(await remembered(person)).toMatchObject({ signature: { width: 130 }, initial: { width: 60 } });
});

test('a mark is remembered for a year', async () => {
  const person = await api.signUp();
  ok(await draw(person, { signature: picture(110), remember: true }));
  await api.advance('P364D');
  expect((await remembered(await signIn(api, person))).signature.width).toBe(110);
  await api.advance('P2D');
  expect(await remembered(await signIn(api, person))).toEqual(NOTHING);
});
