import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import { agree, openLink } from '../../infra/local/story/signing.ts';
import { collection } from '../../lib/storage/engine/client.ts';
import { TEMPLATE_LINK_PREFIX, templateLinkKey } from '../../lib/storage/engine/keys.ts';
import type { Read } from '../answers.ts';
import type { Api, Person } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { memberOf, signIn } from '../members/member.ts';
import { originOf } from '../passkeys/authenticator.ts';
import { createSignature, ok, refusalOf, setField, submit } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
let restore: () => void;
let owner: Person;
beforeAll(async () => {
  stage = await startApiWithDns();
  ({ api } = stage);
  restore = setEnvironment({ APP_URL: originOf(api) });
  owner = await api.signUp();
});
afterAll(async () => {
  restore();
  await stage.stop();
});

type Link = Read<'createTemplateLink'>;

const landlord = { role_name: 'Landlord & owner', first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' };
const newTemplate = async (person: Person, more: object = {}) =>
  ok(await api.as(person).createTemplate({ body: lease({ visibility: 'shared', ...more }) }));
const newLink = async (person: Pick<Person, 'token'>, { id }: { id: string }, more: object = {}): Promise<Link> =>
  ok(await api.as(person).createTemplateLink({ path: { template_id: id }, body: { recipients: [landlord], ...more } }));
const at = ({ template_id, id }: Pick<Link, 'template_id' | 'id'>) => ({ template_id, link_id: id });

let visitors = 0;
const newVisitor = () => {
  visitors += 1;
  return { first_name: 'Vera', last_name: 'Visitor', email: `sent-${process.pid}-${visitors}@example.com` };
};
/** Asks for a code, reads it from the mail, and confirms with it. */
const visit = async (link: Link, who = newVisitor()) => {
  ok(await api.anyone.requestTemplateLinkCode({ path: at(link), body: who }));
  await api.settle();
  const [mail] = await api.messages(who.email);
  const answer = await api.anyone.confirmTemplateLink({ path: at(link), body: { ...who, code: mail?.code ?? '' } });
  return { mail, answer };
};

describe('a link of a member', () => {
  it('sends by a right that a group alone gives, for as long as the member is in the group', async () => {
    const template = await newTemplate(owner);
    const grace = await memberOf(api, owner, 'basic_user');
    const path = { template_id: template.id };
    const body = { recipients: [landlord] };
    const refused = await api.as(grace).createTemplateLink({ path, body });
    expect(refusalOf(refused)).toEqual([401, 'forbidden']);

    const permissions = ['envelope:create' as const, 'template:member:write' as const];
    const group = ok(await api.as(owner).createGroup({ body: { name: 'Senders', permissions } }));
    const group_id = group.id;
    ok(await api.as(owner).addGroupMember({ path: { group_id }, body: { profile_id: grace.profile_id } }));
    const sender = await signIn(api, grace);
    const link = await newLink(sender, template);
    const { envelope_id } = ok((await visit(link)).answer);
    const envelope = ok(await api.as(sender).getEnvelope({ path: { envelope_id } }));
    expect(envelope.profile_id).toBe(grace.profile_id);

    ok(await api.as(owner).deleteGroupMember({ path: { group_id, profile_id: grace.profile_id } }));
    expect(refusalOf((await visit(link)).answer)).toEqual([400, 'template_link_unavailable']);
    const [listed] = ok(await api.as(owner).getTemplateLinks({ path }));
    expect(listed.count).toBe(1);
  });

  it('opens a form of hundreds of fields, and the visitor signs it', async () => {
    const [first, ...signatures] = lease().fields;
    const details = Array.from({ length: 350 }, (_, index) => ({
      name: `detail-${index}`,
      role_name: 'Tenant',
      type: 'textbox',
      page: 1,
      x: 72,
      y: 300,
      label: `Detail ${index} of the flat, as the tenant has found it on the day of moving in`,
    }));
    const template = await newTemplate(owner, { fields: [first, ...signatures, ...details] });
    const { link: address } = ok((await visit(await newLink(owner, template))).answer);
    const [envelope_id = '', role_name = '', key = ''] = new URL(address).pathname.split('/').slice(-3);
    const signer = await openLink(api, { envelope_id, role_name, key });
    await agree(api, signer);
    ok(await setField(api, signer, 'tenant-signature', await createSignature(api, signer)));
    expect(ok(await submit(api, signer)).status).toBe('submitted');
  });
});

describe("a link with a brand's domain for pages", () => {
  it('is at that domain wherever it is shown, mailed or led to, and at the platform once the domain is gone', async () => {
    const path = { organizationid: owner.organization_id };
    const brand = ok(await api.as(owner).createBrand({ path, body: { key: 'orchard', name: 'Orchard' } }));
    const ofBrand = { ...path, brandid: brand.id };
    const domain = 'start.orchard.example';
    const added = ok(await api.as(owner).addBrandAppDomain({ path: ofBrand, body: { domain } }));
    const template = await newTemplate(owner);
    const made = await newLink(owner, template, { brand_key: brand.key });
    const [platform, own] = [originOf(api), originOf(api).replace('localhost', domain)];
    // A domain that isn't verified yet leads nowhere.
    expect(made.address).toBe(`${platform}/start/${template.id}/${made.id}`);

    stage.dns.publish(added.dns_records);
    ok(await api.as(owner).verifyBrandAppDomain({ path: ofBrand }));
    const link = await newLink(owner, template, { brand_key: brand.key });
    const addresses = async () => {
      const listed = ok(await api.as(owner).getTemplateLinks({ path: { template_id: template.id } }));
      const signed = ok(await api.as(owner).signTemplateLinkAddress({ path: at(link), body: { values: {} } }));
      return [...listed.map(({ address }: { address: string }) => address), signed.address.split('?')[0]];
    };
    const pathOf = ({ id }: Link) => `/start/${template.id}/${id}`;
    expect(link.address).toBe(`${own}${pathOf(link)}`);
    expect(await addresses()).toEqual([made, link, link].map((one) => `${own}${pathOf(one)}`));
    const { mail, answer } = await visit(link);
    expect(mail?.links[0]).toContain(`${own}${pathOf(link)}#`);
    expect(ok(answer).link).toContain(`${own}/sign/`);

    ok(await api.as(owner).removeBrandAppDomain({ path: ofBrand }));
    expect(await addresses()).toEqual([made, link, link].map((one) => `${platform}${pathOf(one)}`));
  });
});

describe('deleting an organization', () => {
  it('deletes the links of its templates, too: their addresses lead nowhere', async () => {
    const leaving = await api.signUp();
    const path = { organization_id: leaving.organization_id };
    ok(await api.as(leaving).updateOrganization({ path, body: { deletion_protected: false } }));
    const template = await newTemplate(leaving);
    const links = [await newLink(leaving, template), await newLink(leaving, template)];
    ok(await api.as(leaving).deleteOrganization({ path }));
    await api.settle();
    await api.advance('PT80M');
    await api.settle();
    for (const link of links) {
      const [shown, asked] = [
        await api.anyone.getPublicTemplateLink({ path: at(link) }),
        await api.anyone.requestTemplateLinkCode({ path: at(link), body: newVisitor() }),
      ];
      for (const refused of [shown, asked]) expect(refusalOf(refused)).toEqual([404, 'template_link_not_found']);
    }
    expect(await collection(templateLinkKey(template.id, '').pk, TEMPLATE_LINK_PREFIX)).toEqual([]);
  });
});
