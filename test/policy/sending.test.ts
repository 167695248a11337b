import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInside, sendingBounds } from '../../lib/people/policy/sending-rule.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { allRows, checkedBatch, makeTemplate } from '../batches/material.ts';
import { readyDraft } from '../drafts/material.ts';
import { memberOf } from '../members/member.ts';
import { ok, openSession, pdf, prepareToSubmit, recipient, refusalOf, sendEnvelope } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

const OUTSIDE = [400, 'recipient_outside'];
const NOT_ALLOWED = [400, 'recipient_not_allowed'];

describe('the domains of recipients', () => {
  const policy = { sending: { domains: ['inside.example', 'xn--bcher-kva.example'], roles: [], group_ids: [] } };
  const bounds = sendingBounds(
    { name: 'Inside', policy: policy as never },
    { roles: ['member'], email: 'own@mail.example' },
  );
  test.each([
    ['ada@inside.example', true],
    ['ada@INSIDE.example', true],
    ['ada@bücher.example', true],
    ['OWN@mail.example', true],
    ['ada@sub.inside.example', false],
    ['ada@inside.example.evil.example', false],
    ['"ada@inside.example"@evil.example', false],
    ['ada@notinside.example', false],
    ['', false],
  ])('%s', (email, inside) => expect(isInside(bounds, { email })).toBe(inside));
});

let api: Api;
let owner: Person;
let bound: Person;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp();
  bound = await memberOf(api, owner, 'member');
  const sending = { domains: ['inside.example'], roles: ['owner'], group_ids: [] };
  ok(await api.as(owner).updateOrganizationPolicy({ path: pathOf(owner), body: { sending } }));
});
afterAll(() => api.stop());

const pathOf = ({ organization_id }: Person) => ({ organization_id });
let people = 0;
const insider = (role_name: string, more: object = {}) => {
  people += 1;
  return recipient(role_name, 1, { email: `insider-${process.pid}-${people}@inside.example`, ...more });
};
const outsider = (role_name: string) => recipient(role_name, 1);
const send = (who: Person, ...recipients: ReturnType<typeof recipient>[]) =>
  sendEnvelope(api, who, recipients).then(
    () => 'sent',
    (error: Error) => error.message,
  );

describe('a bound member', () => {
  test('sends inside, and is told which recipient is outside of which domains; others are free', async () => {
    expect(await send(bound, insider('One'), insider('Two'))).toBe('sent');
    const refused = await send(bound, insider('One'), outsider('Two'));
    expect(refused).toMatch(/400.*these domains alone: inside\.example\. recipient-.*@example\.com is at none/);
    expect(await send(owner, outsider('One'))).toBe('sent');
    const body = { recipients: [{ ...outsider('One'), email: undefined, phone: '+14155550123' }], no_contact: true };
    const documents = [{ name: 'contract.pdf', data: pdf() }];
    const byPhone = await api.as(bound).createEnvelope({ body: { name: 'By phone', documents, ...body } });
    expect(refusalOf(byPhone)).toEqual(OUTSIDE);
    const copy = { ...outsider('Copy'), type: 'cc' };
    expect(await send(bound, insider('One'), copy)).toContain('is at none');
  });

  test('is free by a group that the policy names, from the next call on', async () => {
    const member = await memberOf(api, owner, 'member');
    const { id } = ok(await api.as(owner).createGroup({ body: { name: 'Sales', permissions: [] } }));
    ok(await api.as(owner).addGroupMember({ path: { group_id: id }, body: { profile_id: member.profile_id } }));
    expect(await send(member, outsider('One'))).toContain('is at none');
    const path = pathOf(owner);
    const set = (group_ids: string[]) =>
      api.as(owner).updateOrganizationPolicy({
        path,
        body: { sending: { domains: ['inside.example'], roles: ['owner'], group_ids } },
      });
    ok(await set([id]));
    expect(await send(member, outsider('One'))).toBe('sent');
    ok(await set([]));
    expect(await send(member, outsider('One'))).toContain('is at none');
  });

  test('is bound by draft, template, API key and correction alike; a test goes to the own address', async () => {
    const draft_id = await readyDraft(api, bound, { name: 'A draft' });
    expect(refusalOf(await api.as(bound).sendDraft({ path: { draft_id } }))).toEqual(OUTSIDE);
    ok(await api.as(bound).sendDraftTest({ path: { draft_id } }));
    const template = ok(
      await api.as(owner).createTemplate({ body: lease({ visibility: 'shared', sender: 'template_owner' }) }),
    );
    const recipients = template.roles.map(({ name }) => ({ role_name: name, first_name: 'A', last_name: 'B' }));
    const of = (email: string) => ({
      template_id: template.id,
      recipients: recipients.map((one, at) => ({ ...one, email: `${at}-${email}` })),
    });
    expect(refusalOf(await api.as(bound).createEnvelope({ body: of('ada@example.com') }))).toEqual(OUTSIDE);
    const made = await api.as(bound).createEnvelope({ body: of('ada@inside.example') });
    expect(ok(made).profile_id).toBe(owner.profile_id);
    const key = ok(await api.as(owner).createApiKey({ body: { name: 'Bound', profile_id: bound.profile_id } }));
    const grant = { grant_type: 'client_credentials', client_id: key.client_id, client_secret: key.client_secret };
    const token = ok(await api.anyone.authenticate({ body: grant })).access_token;
    expect(await send({ ...bound, token }, outsider('One'))).toContain('is at none');

    const envelope = await sendEnvelope(api, bound, [insider('One')]);
    const path = { envelope_id: envelope.id, role_name: 'One' };
    const correct = (body: object) => api.as(bound).updateRecipient({ path, body });
    expect(refusalOf(await correct({ email: 'ada@example.com' }))).toEqual(OUTSIDE);
    expect(refusalOf(await correct({ email: null, phone: '+14155550123' }))).toEqual(OUTSIDE);
    ok(await correct({ email: 'grace@inside.example' }));
    ok(await correct({ first_name: 'Grace' }));
  });

  test('gets nobody from outside by the hand of a recipient, nor by the name of a free owner', async () => {
    const to = { first_name: 'Eve', last_name: 'Outside', email: 'eve@example.com', phone: null, message: null };
    const handOver = async (sender: Person, one: ReturnType<typeof recipient>) => {
      const envelope = await sendEnvelope(api, sender, [one]);
      const { signer } = await prepareToSubmit(api, envelope, 'One');
      const path = { envelope_id: envelope.id, role_name: 'One' };
      return api.as({ signer }).delegateRecipient({ path, body: to });
    };
    const refused = await handOver(bound, insider('One', { delegator: true }));
    expect(refusalOf(refused)).toEqual(NOT_ALLOWED);
    expect(refused.body.error).not.toContain('inside.example');
    ok(await handOver(owner, insider('One', { delegator: true })));
    const named = { role_name: 'Two', type: 'signer', sequence: 2, named_by: 'One' };
    const envelopeOf = await sendEnvelope(api, bound, [insider('One'), named as never]);
    const one = await prepareToSubmit(api, envelopeOf, 'One');
    const submit = (email: string) =>
      api.as({ signer: one.signer }).submitRecipient({
        path: { envelope_id: envelopeOf.id, role_name: 'One' },
        body: { named: [{ role_name: 'Two', first_name: 'Eve', last_name: 'Outside', email }] },
      });
    expect(refusalOf(await submit('eve@example.com'))).toEqual(NOT_ALLOWED);
    ok(await submit('eve@inside.example'));
    const template = ok(
      await api.as(owner).createTemplate({
        body: lease({ visibility: 'shared', sender: 'template_owner', roles: roles({ delegator: true }) }),
      }),
    );
    const body = {
      template_id: template.id,
      recipients: [{ ...insider('Tenant'), role_name: 'Tenant' }, ...landlord()],
    };
    const { id: envelope_id } = ok(await api.as(bound).createEnvelope({ body }));
    const envelope = ok(await api.as(owner).getEnvelope({ path: { envelope_id } }));
    const { signer } = await openSession(api, envelope, 'Tenant');
    const path = { envelope_id: envelope.id, role_name: 'Tenant' };
    expect(refusalOf(await api.as({ signer }).delegateRecipient({ path, body: to }))).toEqual(NOT_ALLOWED);
  });

  test('sends no row of a batch and no link of a template outside', async () => {
    const template_id = await makeTemplate(api, bound);
    const rows = [
      { Name: 'Ada Inside', 'E-mail': 'ada@inside.example', rent: '1000' },
      { Name: 'Eve Outside', 'E-mail': 'eve@example.com', rent: '1000' },
    ];
    const batch = await checkedBatch(api, bound, { template_id, rows });
    const [first, second] = await allRows(api, bound, batch.id);
    expect(first?.problems).toEqual([]);
    expect(JSON.stringify(second?.problems)).toContain('eve@example.com is at none of them');

    const link = ok(await api.as(bound).createTemplateLink({ path: { template_id }, body: { recipients: [] } }));
    const at = { template_id, link_id: link.id };
    const visit = async (email: string) => {
      const who = { first_name: 'Vera', last_name: 'Visitor', email };
      ok(await api.anyone.requestTemplateLinkCode({ path: at, body: who }));
      await api.settle();
      const [mail] = await api.messages(email);
      return api.anyone.confirmTemplateLink({ path: at, body: { ...who, code: mail?.code ?? '' } });
    };
    const refused = await visit(`vera-${process.pid}@example.com`);
    expect(refusalOf(refused)).toEqual(NOT_ALLOWED);
    expect(refused.body.error).not.toContain('inside.example');
    ok(await visit(`vera-${process.pid}@inside.example`));
  });
});

const roles = (more: object) => [
  { name: 'Tenant', type: 'signer', sequence: 1, ...more },
  { name: 'Landlord & owner', type: 'signer', sequence: 2 },
];
const landlord = () => [{ ...insider('Landlord & owner'), sequence: 2 }];
