import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listFiles, putFile } from '../../lib/aws/files/file-store.ts';
import { newId } from '../../lib/base/ids.ts';
import { entryOf } from '../../lib/evidence/entry.ts';
import { deleteStep } from '../../lib/offboarding/organization-deletion-steps.ts';
import { enterProfileWrites } from '../../lib/people/profiles/enter-profile.ts';
import { chainAfter, findChainHead } from '../../lib/storage/administration/chain.ts';
import { collection, getItem, type Item, putRecord, transact } from '../../lib/storage/engine/client.ts';
import {
  ADMINISTRATION_EVENT_PREFIX,
  administrationEventKey,
  administrationHeadKey,
  deliveryParts,
  LIST_PARTS,
  listEntryKey,
  logEntryKey,
  MANY_COUNT_PARTS,
  organizationKey,
  partsOfList,
  templatesList,
  usageKey,
  usageParts,
  userKey,
  webhookKey,
} from '../../lib/storage/engine/keys.ts';
import { organizationList, VISIBILITIES } from '../../lib/storage/envelopes/entries.ts';
import { newJob, type Progress } from '../../lib/storage/jobs/record.ts';
import { countsKeys } from '../../lib/storage/lists/list.ts';
import { postingsOf } from '../../lib/storage/lists/postings.ts';
import { changeOrganization } from '../../lib/storage/organization-family.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { filesOfEveryKind } from '../files/every-kind.ts';
import { memberOf, outcome, signIn } from '../members/member.ts';
import { expectSealed } from '../pdf/expect-sealed.ts';
import { profileIn, secondProfile } from '../profiles/second-profile.ts';
import { ok, openSession, recipient, sendEnvelope, sign } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';
import { startReceiver } from '../webhooks-api/receiver.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const remove = (person: Pick<Person, 'token' | 'organization_id'>, organization_id = person.organization_id) =>
  api.as(person).deleteOrganization({ path: { organization_id } });

const protect = (person: Person, deletion_protected: boolean) =>
  api
    .as(person)
    .updateOrganization({ path: { organization_id: person.organization_id }, body: { deletion_protected } });

/** Somebody whose organization can be deleted: one that is made by sign-up is protected at first. */
const unprotected = async (...details: Parameters<Api['signUp']>): Promise<Person> => {
  const person = await api.signUp(...details);
  await protect(person, false);
  return person;
};

describe('deleting an organization', () => {
  test('is refused while it is protected, has children, or is not the own one', async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    expect(outcome(await remove(ada))).toBe('400 organization_protected');
    expect(outcome(await remove(ada, stranger.organization_id))).toBe('404 not_found');
    await protect(ada, false);
    const made = await api
      .as(ada)
      .createOrganization({ body: { name: 'C', parent_id: ada.organization_id, deletion_protected: false } });
    const child = { token: made.body.access_token, organization_id: made.body.organization.id };
    expect(outcome(await remove(ada))).toBe('400 organization_has_children');
    const admin = await memberOf(api, ada, 'admin');
    expect(outcome(await remove(admin))).toBe('401 forbidden');
    const left = await remove(child);
    expect(claimsOf(left.body.access_token)).toMatchObject({ organization_id: ada.organization_id });
    expect(outcome(await remove({ ...ada, token: left.body.access_token }))).toBe('200');
  });

  test('answers null to a caller without another organization, and deletes the account and frees the address', async () => {
    const ada = await unprotected();
    const { status, body } = await remove(ada);
    expect([status, body]).toEqual([200, null]);
    expect((await signIn(api, ada)).status).toBe(401);
    expect((await api.as(ada).getProfiles()).status).toBe(401);
    await api.settle();
    expect(await collection(userKey(ada.user_id).pk)).toEqual([]);
    await unprotected({ email: ada.email });
  });

  test('continues as the profile that the user joined last, even if the index doesn’t show it yet', async () => {
    const ada = await unprotected();
    const { gsi1pk: _pk, gsi1sk: _sk, ...unseen } = await secondProfile(ada);
    await putRecord(unseen);
    const [entered] = enterProfileWrites({ id: ada.user_id, email: ada.email }, unseen);
    await transact([entered]);
    const { body } = await remove(ada);
    expect(claimsOf(body.access_token).profile_id).toBe(unseen.id);
  });

  test('is possible with an API key too, which ends with it', async () => {
    const ada = await unprotected();
    const key = await api.as(ada).createApiKey({ body: { name: 'K' } });
    const credentials = { client_id: key.body.client_id, client_secret: key.body.client_secret };
    const grant = { body: { grant_type: 'client_credentials', ...credentials } };
    const { body } = await api.anyone.authenticate(grant);
    const answer = await remove({ ...ada, token: body.access_token });
    expect([answer.status, answer.body]).toEqual([200, null]);
    expect((await api.anyone.authenticate(grant)).status).toBe(401);
  });

  test('happens once, even if it is requested several times at the same moment', async () => {
    const ada = await unprotected();
    await profileIn((await unprotected()).organization_id, ada, ['member']);
    const removed = await Promise.all([1, 2, 3].map(() => remove(ada)));
    expect(removed.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('ends all access at once and calls the webhook', async () => {
    const receiver = await startReceiver();
    const [ada, other] = [await unprotected(), await unprotected()];
    const [member, place] = [
      await memberOf(api, ada, 'member'),
      await profileIn(ada.organization_id, other, ['member']),
    ];
    await api
      .as(ada)
      .setWebhooks({ body: { url: receiver.url, active: true, events: { organization_deleted: true } } });
    const app = await api.as(ada).createOauthApp({ body: { name: 'A', redirect_uris: ['https://a.example.com/'] } });
    const waiting = recipient('Signer', 1);
    await sendEnvelope(api, ada, [waiting]);
    await api.settle();
    await remove(ada);
    await api.settle();
    expect(receiver.received.map(({ body }) => [body.type, body.data.organization_id])).toEqual([
      ['organization_deleted', ada.organization_id],
    ]);
    await receiver.stop();
    expect((await signIn(api, member)).status).toBe(401);
    const profiles = await api.as(await signIn(api, other)).getProfiles();
    expect(profiles.body.map(({ id }: { id: string }) => id)).toEqual([other.profile_id]);
    expect(place.organization_id).toBe(ada.organization_id);
    const [mail] = await api.messages(waiting.email);
    expect(mail?.subject).toContain('Canceled');
    const query = { client_id: app.body.client_id, redirect_uri: 'https://a.example.com/', response_type: 'code' };
    expect((await api.anyone.startAuthorization({ query })).status).toBe(404);
  });

  test('removes the mail domains of its brands from SES, so that others can use them', async () => {
    const ada = await unprotected();
    const domain = { subdomain: 'deleted.example.com', local_part: 'sign' };
    const brandOf = async ({ organization_id: organizationid, token }: Person) => {
      const { body } = await api.as({ token }).createBrand({ path: { organizationid }, body: { key: 'mail' } });
      return { organizationid, brandid: body.id };
    };
    await api.as(ada).addBrandEmailDomain({ path: await brandOf(ada), body: domain });
    await api.settle();
    const inSes = () =>
      new SESv2Client({ maxAttempts: 1 })
        .send(new GetEmailIdentityCommand({ EmailIdentity: domain.subdomain }))
        .then(() => true)
        .catch(() => false);
    expect(await inSes()).toBe(true);
    await remove(ada);
    await api.settle();
    await api.advance('PT80M');
    await api.settle();
    expect(await inSes()).toBe(false);
    const other = await unprotected();
    const taken = await api.as(other).addBrandEmailDomain({ path: await brandOf(other), body: domain });
    expect(outcome(taken)).toBe('200');
  });

  test('keeps only the records that prove signatures, which recipients can still read', async () => {
    const ada = await unprotected();
    await changeOrganization(ada.organization_id, { list_parts: LIST_PARTS });
    const signer = recipient('Signer', 1);
    const completed = await sendEnvelope(api, ada, [signer]);
    await sign(api, completed, 'Signer');
    const open = await sendEnvelope(api, ada, [recipient('Other', 1)]);
    // More fields than one transaction takes.
    const fields = Array.from({ length: 120 }, (_, index) => ({ ...lease().fields[0], name: `signature-${index}` }));
    const template = await api.as(ada).createTemplate({ body: { ...lease({ fields }), visibility: 'public' } });
    expect(outcome(template)).toBe('200');
    await api.as(ada).createOrganizationContact({ body: { first_name: 'A', last_name: 'B', email: 'a@example.com' } });
    await api.as(ada).createGroup({ body: { name: 'G' } });
    ok(
      await api.as(ada).createOrganizationInvitation({
        body: { email: 'b@example.com', first_name: 'B', last_name: 'C', role: 'member' },
      }),
    );
    const prepared = { email: 'c@example.com', first_name: 'C', last_name: 'D' };
    ok(await api.as(ada).createOrganizationMember({ body: prepared }));
    ok(await api.as(ada).createApiKey({ body: { name: 'K' } }));
    const text = { type: 'email', event_name: 'recipient:invited', html_template: '<p>Hello</p>' };
    ok(await api.as(ada).createNotificationTemplate({ body: text }));
    // A busy day has further parts.
    await putRecord({ ...usageKey(ada.organization_id, '2026-01-01', MANY_COUNT_PARTS - 1), envelope: 1 });
    await api.settle();
    const { upload: _forgottenAnyway, log: _nobodysData, ...kept } = filesOfEveryKind(ada.organization_id);
    for (const key of Object.values(kept).flat()) await putFile(key, Buffer.from('x'), 'text/plain');
    const files = await listFiles(`${ada.organization_id}/`);
    // The entry that a deleted template has left in the list.
    const list = templatesList(ada.organization_id);
    const id = newId();
    const stray = {
      ...listEntryKey(list, id),
      id,
      version: 1,
      name: 'Stray',
      search: 'stray',
      bucket: 'shared',
      cell: null,
    };
    const postings = postingsOf(list, { ...stray, updated_at: '' });
    for (const item of [stray, ...postings]) await putRecord(item);
    await remove(ada);
    await api.settle();
    await api.advance('PT80M');
    await api.settle();

    expect(postings).toHaveLength(1);
    for (const { pk } of postings) expect(await collection(pk), pk).toEqual([]);
    expect(await collection<Item>(organizationKey(ada.organization_id).pk)).toEqual([]);
    for (const pk of ['CONTACTS', 'TEXTS']) {
      expect(await collection(`${pk}#${ada.organization_id}`), pk).toEqual([]);
    }
    for (const pk of usageParts(ada.organization_id, true)) expect(await collection(pk), pk).toEqual([]);
    expect(await collection(`ENVELOPE#${open.id}`)).toEqual([]);
    expect(await collection(`TEMPLATE#${template.body.id}`)).toEqual([]);
    const left = await listFiles(`${ada.organization_id}/`);
    expect(left.length).toBeLessThan(files.length);
    expect(left.map((key) => key.split('/')[2])).toEqual(left.map(() => completed.id));
    expect(left.map((key) => key.split('/')[4]?.replace(/-.*/, '-')).sort()).toEqual([
      'original.pdf',
      'sealed-',
      'sealed-',
    ]);

    const session = await openSession(api, completed, 'Signer');
    expect(session.envelope).toMatchObject({ id: completed.id, status: 'complete', signed: true });
    const as = api.as({ signer: session.signer });
    const audit = await as.getEnvelopeAudit({ path: { envelope_id: completed.id } });
    expect(audit.body.intact).toBe(true);
    for (const { id, type } of session.envelope.documents) {
      const document = await as.getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } });
      expect(document.status, type).toBe(200);
      expectSealed(document.bytes);
    }
    const stranger = await unprotected();
    const templates = await api.as(stranger).getTemplates({ query: { visibility: 'public' } });
    expect(
      templates.body.templates.filter(
        (one: { organization_id: string }) => one.organization_id === ada.organization_id,
      ),
    ).toEqual([]);

    await api.advance('P4DT1H');
    await api.settle();
    const { pk: events } = administrationHeadKey(ada.organization_id);
    for (const pk of [webhookKey(ada.organization_id).pk, ...deliveryParts(ada.organization_id), events]) {
      expect(await collection(pk), pk).toEqual([]);
    }
    // They follow the removal of what is in them, by then at the latest.
    expect(await collection(`LIST#TEMPLATES#${ada.organization_id}`)).toEqual([]);
    const lists = VISIBILITIES.map((visibility) => organizationList(ada.organization_id, visibility));
    for (const part of lists.flatMap((list) => partsOfList(list, LIST_PARTS))) {
      expect(await collection(listEntryKey(part, '').pk), part).toEqual([]);
    }
    const counts = [
      { list: templatesList(ada.organization_id) },
      ...lists.map((list) => ({ list, parts: LIST_PARTS })),
    ];
    for (const { pk } of counts.flatMap(countsKeys)) expect(await collection(pk), pk).toEqual([]);
  });

  test('leaves the head of the log of administration in the log of evidence before its events go', async () => {
    const ada = await unprotected();
    await remove(ada);
    await api.settle();
    const head = await findChainHead(ada.organization_id);
    await api.advance('PT80M');
    await api.settle();
    const kept = await chainAfter(ada.organization_id, 0, 100);
    expect(kept.at(-1)).toMatchObject({ kind: 'organization:deleted', actor: { email: ada.email } });
    expect(await getItem(logEntryKey(entryOf('administration', head?.hash ?? '')))).toBeDefined();
    await api.advance('P4DT1H');
    await api.settle();
    expect(await chainAfter(ada.organization_id, 0, 100)).toEqual([]);
    expect(await findChainHead(ada.organization_id)).toBeUndefined();
  });

  test('goes on wherever it was broken off: each step can be done again', async () => {
    const ada = await unprotected();
    const { organization_id } = ada;
    await sendEnvelope(api, ada, [recipient('Other', 1)]);
    ok(await api.as(ada).createTemplate({ body: lease() }));
    ok(await api.as(ada).createApiKey({ body: { name: 'K' } }));
    await api.settle();
    // More than one piece of events.
    const [event] = await collection<Item>(administrationHeadKey(organization_id).pk, ADMINISTRATION_EVENT_PREFIX);
    for (let at = 0; at < 600; at++) {
      const id = newId();
      await putRecord({ ...event, ...administrationEventKey(organization_id, id), id });
    }
    const job = newJob('delete_organization', organization_id, {});
    let progress: Progress | null = null;
    let steps = 0;
    do {
      const next: Progress | null = await deleteStep({ ...job, progress });
      // The worker died before it noted how far it was.
      expect(await deleteStep({ ...job, progress })).toSatisfy((again) => (again === null) === (next === null));
      progress = next;
      steps += 1;
    } while (progress);
    expect(steps).toBeGreaterThan(20);
    for (const pk of [organizationKey(organization_id).pk, administrationHeadKey(organization_id).pk]) {
      expect(await collection(pk), pk).toEqual([]);
    }
  });
});
