import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../functions/index.ts';
import { readExamples } from '../../infra/docs/examples.ts';
import type { Contract } from '../../lib/http/contract.ts';
import type { Key } from '../../lib/storage/engine/key.ts';
import { DELIVERY_PARTS } from '../../lib/storage/engine/keys.ts';
import { type Api, startApi } from '../api.ts';
import { examplesOf } from '../docs/examples.ts';
import { masked } from '../docs/normalise.ts';
import { playPlainUses, type Use } from '../plain-uses/play.ts';

/** The most table calls of one use of an operation, beside the one read of a user's session. */
const MOST = 4;

/** Exceptions: the operation, its number of calls, and the reason. */
const EXCEPTIONS: Record<string, number> = {
  // A sign-in: the address, the user with the profile and what is known of the visitor, two counts of guesses, the
  // session.
  'authenticate: ': 5,
  'authenticate: password': 5,
  'authenticate: second factor': 5,
  'authenticate: backup code': 5,
  // The same, and the permissions of the groups.
  'authenticate: password, member of a group': 6,
  // The guess is counted for the kind of visitor before the code is looked at.
  'verifyEmail: ': 5,
  'verifyEmail: by its code': 5,
  // Looks also whether an identity provider is demanded of the person.
  'resetPassword: with the code': 6,
  // The sign-in that began, the provider, the person there, user and member, the session; the first time also the
  // address, the invitation and the members, and what makes the person one. With its beginning it reads and writes no
  // more records than a sign-in by password.
  'signInWithProvider: again': 5,
  // The sign-in that began, the person there, the user, the place to enter, the session.
  'signInWithProvider: at Google': 5,
  'signInWithProvider: for the first time': 7,
  // The same after the answer that another function has checked: it is read and used up.
  'signInWithProvider: SAML, again': 7,
  // The question is counted; the provider, its answer, and whose account that would be; the sign-in that takes it.
  'startProviderSignIn: SAML, begun at the provider': 6,
  'signInWithProvider: SAML, for the first time': 9,
  // The sign-in that began, the provider, the envelope and its change, and the signer's remembered signatures.
  'verifySignerAtProvider: ': 5,
  // The envelope, the count of beginnings, the service; the signing, and its sign-in at the service.
  'startCertificateSignature: ': 5,
  // The envelope, the signing, the service and what came back from it; what the signing learns of token, certificate
  // and files; the turn, in which the envelope is read again; the approval that begins at the service.
  'continueCertificateSignature: signed in at the service': 11,
  // The same until the turn; then the envelope changes, and the turn and the signing end.
  'continueCertificateSignature: authorized': 11,
  // The provider, the person there, the sessions that end, and the mark by which the notice counts once.
  'endSessionsByProvider: ': 5,
  // Reads the organization's messages of today, members and invitations, and earlier mails.
  'createOrganizationMember: ': 5,
  'createOrganizationMember: by the owner': 5,
  'createOrganizationInvitation: ': 5,
  // A lock is in the user's and the member's records, and in the counts of strangers.
  'actOnOrganizationMember: unlock': 5,
  // A sign-in and a joining at once: beside the password, the invitation and the room for one more are looked at.
  'acceptOrganizationInvitation: an existing user': 5,
  // Each word is looked up in what was sent and in what was received, because either may be the rare one.
  'getEnvelopes: search, two words': 6,
  // The log is in parts, because a webhook that wants all events is told of an envelope many times.
  'getWebhookDeliveries: ': DELIVERY_PARTS,
  'getWebhookReceiverDeliveries: ': 1 + DELIVERY_PARTS,
  // The draft becomes an envelope: its parts, the header with the end of the draft, and then the draft's parts are
  // removed.
  'sendDraft: ': 5,
  // The same, after a look at the envelope that ends in the same transaction.
  'sendDraft: in the place of an envelope': 6,
  // The directory and the organization, the last use of the token, noted once a day; members and groups.
  'readScimResources: Users': 5,
  // The directory and the organization, the member before and in the change, the account and the person's other
  // profiles; then all at once.
  'deleteScimResource: Users': 6,
  // Groups and members before their roles are taken and after it.
  'deleteScimResource: Groups': 6,
  // Own templates are ranked by visibility: a query for each of the three.
  'getTemplates: own, by use': 5,
  // Everybody may ask: counts of the network, the link and the address come before the mail. Also reads the link with
  // what it knows of the address, and the template; then the address is noted with the mail.
  'requestTemplateLinkCode: ': 6,
  // The count of the network's guesses, the link, the count of guesses at the code. The envelope as `createEnvelope`
  // makes it: the template, the sender, the brand and today's messages, its parts, the header with the link's count and
  // the address's note. Then the network and the link get back the places of the code.
  'confirmTemplateLink: ': 10,
  // The same three, then the envelope is read, gets a new key, and its trail says where the person came back.
  'confirmTemplateLink: on another device': 6,
};

let api: Api;
let uses: Use[];
let began: number;
beforeAll(async () => {
  api = await startApi();
  began = await api.beginHour();
  uses = await playPlainUses(api);
}, 900_000);
afterAll(() => api.stop());

const tableCalls = ({ run }: Use): string[] =>
  run.calls.filter(({ service, session }) => service === 'DynamoDB' && !session).map(({ command }) => command);

describe('one use', () => {
  test('was recorded for every operation', () => {
    const used = new Set(uses.map(({ operation }) => operation));
    expect(operations.map(({ contract }) => contract.id).filter((id) => !used.has(id))).toEqual([]);
  });

  test('answers what the reference shows as its example, but for ids, secrets, times and sizes of files', () => {
    const [live, shown] = [examplesOf(uses, { url: api.url, began }), readExamples()];
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(live).toSorted());
    // After a change that is meant: `npm run examples`.
    for (const [operation, answers] of Object.entries(live))
      expect(masked(shown[operation]), operation).toEqual(masked(answers));
  });

  test(`makes at most ${MOST} calls to the table, named exceptions apart`, () => {
    const above = uses
      .map((use) => ({ name: `${use.operation}: ${use.how}`, calls: tableCalls(use) }))
      .filter(({ name, calls }) => calls.length > (EXCEPTIONS[name] ?? MOST));
    expect(above).toEqual([]);
  });

  test('writes in the transaction of an envelope or a template no item that another one could write, too', () => {
    const transactions = uses.flatMap(({ operation, run }) => run.calls.map(({ written }) => ({ operation, written })));
    const ofOne = transactions.flatMap(({ operation, written }) => {
      const ids = written.flatMap(({ pk }) => /^(?:ENVELOPE|TEMPLATE)#(.+)$/.exec(pk)?.[1] ?? []);
      // An envelope that is sent in the place of another one ends that one.
      const [id, ...others] = operation === 'sendDraft' ? new Set(ids) : ids.slice(0, 1);
      return id ? [{ operation, id, others, written }] : [];
    });
    expect(new Set(ofOne.map(({ operation }) => operation)).size).toBeGreaterThan(20);
    // An event of the outbox, a mark of a request and the pointer from a document are items of their own.
    const isOwn = (item: Key, ids: readonly string[]) =>
      ids.some((id) => JSON.stringify(item).includes(id)) || /^(OUTBOX|IDEMPOTENCY|DOCUMENT)#/.test(item.pk);
    // A link's count and an address's note are shared on purpose: they hold the cap, and once an address. Whoever loses
    // reads again (`lib/signing/links/README.md`).
    const holdsLink = (operation: string, { pk }: Key) =>
      operation === 'confirmTemplateLink' && /^(TEMPLATELINKS|LINKVISIT)#/.test(pk);
    const shared = ofOne.flatMap(({ operation, id, others, written }) =>
      written
        .filter((item) => !isOwn(item, [id, ...others]) && !holdsLink(operation, item))
        .map(({ pk, sk }) => `${operation}: ${pk} ${sk}`),
    );
    expect(shared).toEqual([]);
  });

  test("reads a user's session once, and no other at all", () => {
    const contracts = new Map<string, Contract>(operations.map(({ contract }) => [contract.id, contract]));
    const reads = uses.map(({ operation, how, run }) => ({
      name: `${operation}: ${how}`,
      reads: run.calls.filter(({ session }) => session).length,
      most: contracts.get(operation)?.session === 'none' && !contracts.get(operation)?.access.session ? 0 : 1,
      least: contracts.get(operation)?.session === 'user' ? 1 : 0,
    }));
    expect(reads.filter(({ reads: count, most, least }) => count > most || count < least)).toEqual([]);
  });

  test('of an exception really needs more than the limit', () => {
    for (const [name, most] of Object.entries(EXCEPTIONS)) {
      const counts = uses.filter(({ operation, how }) => `${operation}: ${how}` === name).map(tableCalls);
      expect(Math.max(...counts.map(({ length }) => length)), name).toBe(most);
    }
  });
});
