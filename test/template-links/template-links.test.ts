import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agree, linkTo, openLink } from '../../infra/local/story/signing.ts';
import type { Read } from '../answers.ts';
import { type Api, type Mail, type Person, startApi } from '../api.ts';
import { fromAddress } from '../from-address.ts';
import { createSignature, ok, refusalOf, setField, submit } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
let owner: Person;
let stranger: Person;
let template: Read<'createTemplate'>;

const landlord = { role_name: 'Landlord & owner', first_name: 'Alan', last_name: 'Turing', email: 'alan@example.com' };
const text = (name: string, more: object = {}) => ({
  name,
  role_name: 'Tenant',
  type: 'textbox',
  page: 1,
  x: 72,
  y: 300,
  ...more,
});

beforeAll(async () => {
  api = await startApi();
  [owner, stranger] = [await api.signUp(), await api.signUp()];
  const fields = [
    ...lease().fields,
    text('city', { settings: { max_length: 20 } }),
    text('iban', { validator: 'iban' }),
  ];
  template = ok(await api.as(owner).createTemplate({ body: lease({ fields, visibility: 'public' }) }));
});
// Tests move the clock past the life of a session.
const signedInAgain = async (person: Person): Promise<Person> => {
  const body = { grant_type: 'password', username: person.email, password: person.password };
  return { ...person, token: ok(await api.anyone.authenticate({ body })).access_token };
};
beforeEach(async () => {
  owner = await signedInAgain(owner);
});
afterAll(() => api.stop());

type Link = Read<'createTemplateLink'>;

const newLink = async (more: object = {}): Promise<Link> => {
  const body = { recipients: [landlord], ...more };
  return ok(await api.as(owner).createTemplateLink({ path: { template_id: template.id }, body }));
};
const at = ({ template_id, id }: Pick<Link, 'template_id' | 'id'>) => ({ template_id, link_id: id });

let visitors = 0;
const visitor = (more: object = {}) => {
  visitors += 1;
  return { first_name: 'Vera', last_name: 'Visitor', email: `vera-${process.pid}-${visitors}@example.com`, ...more };
};
type Visitor = ReturnType<typeof visitor>;

const codesTo = async (email: string): Promise<Mail[]> => {
  await api.settle();
  return (await api.messages(email)).filter(({ links }) => links.some((link) => link.includes('/start/')));
};
/** Asks for a code, and reads it from the mail. */
const codeFor = async (link: Link, who: Visitor, more: object = {}): Promise<string> => {
  ok(await api.anyone.requestTemplateLinkCode({ path: at(link), body: { ...who, ...more } }));
  return (await codesTo(who.email))[0]?.code ?? '';
};
const confirm = (link: Link, who: object, code: string) =>
  api.anyone.confirmTemplateLink({ path: at(link), body: { ...who, code } });
const enter = async (link: Link, who: Visitor, more: object = {}) =>
  ok(await confirm(link, { ...who, ...more }, await codeFor(link, who, more)));
const keyOf = (address: string) => {
  const [envelope_id = '', role_name = '', key = ''] = new URL(address).pathname
    .split('/')
    .slice(-3)
    .map(decodeURIComponent);
  return { envelope_id, role_name, key };
};
const signBy = async (address: string, field_name = 'tenant-signature') => {
  const signer = await openLink(api, keyOf(address));
  await agree(api, signer);
  ok(await setField(api, signer, field_name, await createSignature(api, signer)));
  return ok(await submit(api, signer));
};
const countOf = async ({ id }: Link): Promise<number> =>
  ok(await api.as(owner).getTemplateLinks({ path: { template_id: template.id } })).find((one) => one.id === id).count;

describe('a visitor of a link', () => {
  it('gets an envelope after confirming the address, signs at once, and the others follow', async () => {
    const link = await newLink({ name: 'Registration', cap: 2 });
    expect(ok(await api.anyone.getPublicTemplateLink({ path: at(link) }))).toMatchObject({
      name: 'Registration',
      status: 'open',
      role_name: 'Tenant',
    });
    const who = visitor();
    const code = await codeFor(link, who);
    expect(code).toMatch(/^\d{8}$/);
    await api.settle();
    expect(ok(await api.as(owner).getEnvelopes({ query: { template_id: template.id } })).count).toBe(0);
    const made = ok(await confirm(link, { ...who, locale: 'de' }, code));
    expect(made).toMatchObject({ role_name: 'Tenant', resumed: false });
    await api.settle();
    // The visitor is here already: no mail asks for what is open on the screen.
    expect(
      (await api.messages(who.email)).flatMap(({ links }) => links).filter((one) => one.includes('/sign/')),
    ).toEqual([]);
    expect((await signBy(made.link)).status).toBe('submitted');
    await signBy((await linkFor(landlord.email, made.envelope_id)).address, 'landlord-signature');
    await api.settle();
    const envelope = ok(await api.as(owner).getEnvelope({ path: { envelope_id: made.envelope_id } }));
    expect(envelope).toMatchObject({ name: 'Registration', signed: true, profile_id: owner.profile_id });
    expect(envelope.recipients[0]).toMatchObject({ email: who.email, first_name: 'Vera', locale: 'de' });
    expect(envelope.history_entries.map(({ event }) => event)).toContain('recipient:claimed');

    const audit = ok(await api.as(owner).getEnvelopeAudit({ path: { envelope_id: made.envelope_id } }));
    const [created, claimed] = audit.events;
    expect(created).toMatchObject({
      event: 'envelope:created',
      actor: { type: 'signer', email: who.email },
      data: { link: { id: link.id } },
    });
    expect(claimed).toMatchObject({
      event: 'recipient:claimed',
      data: { link: { id: link.id }, verified: { method: 'email', name: 'Vera Visitor', address: who.email } },
    });
    expect(audit.intact).toBe(true);
    const certificate = envelope.documents.find(({ type }) => type === 'certificate');
    const words = ok(
      await api.as(owner).getEnvelopeDocumentText({ path: { document_id: certificate.id, variant: 'certificate' } }),
    );
    const said = JSON.stringify(words).replace(/\\n|\s+/g, ' ');
    expect(said).toContain('Public link of the template');
    expect(said).not.toContain(`secret link sent to the e-mail address ${who.email}`);
    expect(await countOf(link)).toBe(1);
  });

  it('finds the begun envelope again on another device, and gets another one only after finishing it', async () => {
    await using _clock = await api.freezeClock();
    const [link, once] = [await newLink(), await newLink({ once_per_address: true })];
    const who = visitor();
    const first = await enter(link, who);
    const only = await enter(once, who);
    await api.advance('PT16M');
    const again = await enter(link, { ...who, email: who.email.toUpperCase().replace('EXAMPLE.COM', 'example.com') });
    expect(again).toMatchObject({ envelope_id: first.envelope_id, resumed: true });
    expect(again.link).not.toBe(first.link);
    await signBy(again.link);
    await signBy(only.link);
    await api.advance('PT16M');
    expect((await enter(link, who)).envelope_id).not.toBe(first.envelope_id);
    expect(await enter(once, who)).toMatchObject({ envelope_id: only.envelope_id, resumed: true });
    expect([await countOf(link), await countOf(once)]).toEqual([2, 1]);
  });

  it('gets one envelope from two tabs at once, from a repeated request, and by the button of the mail', async () => {
    const link = await newLink();
    const who = visitor();
    const code = await codeFor(link, who);
    const answers = await Promise.all([
      confirm(link, who, code),
      confirm(link, who, `${code.slice(0, 4)} ${code.slice(4)}`),
    ]);
    const ids = new Set(answers.map((answer) => ok(answer).envelope_id));
    const [button = ''] = (await codesTo(who.email))[0]?.links ?? [];
    const secret = new URLSearchParams(new URL(button).hash.slice(1));
    expect(secret.get('email')).toBe(who.email);
    ids.add(ok(await confirm(link, { email: who.email }, secret.get('code') ?? '')).envelope_id);
    const headers = { 'idempotency-key': 'lost-answer' };
    const request = { path: at(link), body: { ...who, code }, headers };
    ids.add(ok(await api.anyone.confirmTemplateLink(request)).envelope_id);
    expect(ids.size).toBe(1);
    expect(await countOf(link)).toBe(1);
  });

  it('never exceeds the cap, however many confirm at the same moment', async () => {
    await using _clock = await api.freezeClock();
    const cap = 5;
    const link = await newLink({ cap });
    const people = Array.from({ length: 25 }, () => visitor());
    const other = fromAddress(api, '127.0.0.77');
    await Promise.all(people.map((body) => other(`/v2/template-links/${template.id}/${link.id}/codes`, body)));
    await api.settle();
    const codes = await Promise.all(people.map(async ({ email }) => (await api.messages(email))[0]?.code ?? ''));
    // Four tabs of each: a hundred requests.
    const tabs = [...people, ...people, ...people, ...people].map((who, at) =>
      confirm(link, who, codes[at % 25] ?? ''),
    );
    const answers = await Promise.all(tabs);
    const made = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.envelope_id));
    expect(made.size).toBe(cap);
    const codesOf = new Set(answers.filter(({ status }) => status !== 200).map((one) => refusalOf(one).join(' ')));
    expect(
      [...codesOf].filter(
        (one) => !['400 template_link_full', '503 unavailable', '429 too_many_requests'].includes(one),
      ),
    ).toEqual([]);
    expect(await countOf(link)).toBe(cap);
    expect(ok(await api.anyone.getPublicTemplateLink({ path: at(link) })).status).toBe('full');
  });
});

const linkFor = async (email: string, envelope_id: string) => {
  const { role_name, key } = await linkTo(api, email, envelope_id);
  return { address: `http://x/sign/${envelope_id}/${encodeURIComponent(role_name)}/${key}` };
};

describe('codes', () => {
  it('are mailed once to an address that asks again and again, without a word of the visitor', async () => {
    await using _clock = await api.freezeClock();
    const link = await newLink();
    // Others have guessed from here.
    await api.advance('PT31M');
    const who = visitor({ first_name: 'Win at evil.example', last_name: 'now' });
    const path = at(link);
    const answers = [];
    for (let asked = 0; asked < 5; asked++)
      answers.push(ok(await api.anyone.requestTemplateLinkCode({ path, body: who })));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    const mails = await codesTo(who.email);
    expect(mails.length).toBe(1);
    expect(`${mails[0]?.subject}${mails[0]?.text}${mails[0]?.html}`).not.toMatch(/Win|evil/);
    await api.advance('PT14M');
    expect((await confirm(link, who, mails[0]?.code ?? '')).status).toBe(200);
  });

  it('refuse names that could begin a header, and addresses that SES refuses', async () => {
    const path = at(await newLink());
    for (const bad of [
      { first_name: 'Vera\r\nBcc: all@example.com' },
      { email: 'a@example.com\nBcc: b@example.com' },
    ]) {
      const answer = await api.anyone.requestTemplateLinkCode({ path, body: { ...visitor(), ...bad } });
      expect(answer.status).toBe(406);
    }
  });

  it('take five guesses, from whatever network; the button of the mail goes on working', async () => {
    await using _clock = await api.freezeClock();
    const link = await newLink();
    await api.advance('PT31M');
    const who = visitor();
    const code = await codeFor(link, who);
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const path = `/v2/template-links/${template.id}/${link.id}/confirm`;
    const guesses = await Promise.all(
      [11, 12, 13, 14, 15].map((last) => fromAddress(api, `127.0.0.${last}`)(path, { ...who, code: wrong })),
    );
    expect(guesses.map(({ headers }) => headers['x-error-code'])).toEqual(Array(5).fill('code_wrong'));
    expect(refusalOf(await confirm(link, who, code))).toEqual([400, 'code_wrong']);
    expect(refusalOf(await confirm(link, visitor(), code))).toEqual([400, 'code_wrong']);
    const [button = ''] = (await codesTo(who.email))[0]?.links ?? [];
    const secret = new URLSearchParams(new URL(button).hash.slice(1)).get('code') ?? '';
    expect(refusalOf(await confirm(await newLink(), who, secret))).toEqual([400, 'code_wrong']);
    expect((await confirm(link, who, secret)).status).toBe(200);
  });

  it('are bounded for a link and for a network; those that are used give their places back', async () => {
    await using _clock = await api.freezeClock();
    const link = await newLink();
    await api.advance('PT2H');
    await enter(link, visitor());
    const ask = (address: string) =>
      fromAddress(api, address)(`/v2/template-links/${template.id}/${link.id}/codes`, visitor());
    const from = async (address: string, count: number) => {
      const answers = [];
      for (let asked = 0; asked < count; asked++) answers.push((await ask(address)).status);
      return answers.filter((status) => status === 200).length;
    };
    expect(await from('127.0.0.21', 61)).toBe(60);
    expect(await from('127.0.0.22', 2)).toBe(0);
  });
});

describe('a link', () => {
  it('shows itself to its organization alone, with its address as a QR code and its secret only once', async () => {
    const link = await newLink();
    expect(link.secret).toMatch(/^[\w-]{43}$/);
    expect(link.address).toContain(`/start/${template.id}/${link.id}`);
    expect(link.qr_code).toMatch(/^data:image\/svg\+xml;base64,/);
    const listed = await api.as(owner).getTemplateLinks({ path: { template_id: template.id } });
    expect(JSON.stringify(listed.body)).not.toContain(link.secret);
    // The template is public: another organization may use it, and has nothing to do with its links.
    const as = api.as(await signedInAgain(stranger));
    const path = at(link);
    for (const answer of [
      await as.getTemplateLinks({ path: { template_id: template.id } }),
      await as.createTemplateLink({ path: { template_id: template.id }, body: { recipients: [landlord] } }),
      await as.updateTemplateLink({ path, body: { cap: 1 } }),
      await as.signTemplateLinkAddress({ path, body: { values: {} } }),
      await as.deleteTemplateLink({ path }),
    ])
      expect(refusalOf(answer)).toEqual([404, 'template_not_found']);
  });

  it('may leave out a person whom the visitor puts in', async () => {
    const path = { template_id: template.id, role_name: landlord.role_name };
    ok(await api.as(owner).updateRole({ path, body: { named_by: 'Tenant' } }));
    try {
      const link = await newLink({ recipients: [] });
      const { link: address } = await enter(link, visitor());
      const { envelope_id } = keyOf(address);
      const { recipients } = ok(await api.as(owner).getEnvelope({ path: { envelope_id } }));
      expect(recipients.find(({ role_name }) => role_name === landlord.role_name)).toMatchObject({
        named_by: 'Tenant',
        full_name: '',
        status: 'pending',
      });
    } finally {
      ok(await api.as(owner).updateRole({ path, body: { named_by: null } }));
    }
  });

  it('is refused while a role has nobody, names an unknown field, or its template lacks something', async () => {
    const path = { template_id: template.id };
    const create = async (body: object) => (await api.as(owner).createTemplateLink({ path, body })).body.error;
    expect(await create({})).toContain('recipients: the role Landlord & owner has nobody');
    expect(await create({ recipients: [landlord], fields: ['town'] })).toContain(
      'fields.0: the template has no field town',
    );
    expect(await create({ recipients: [landlord], fields: ['tenant-signature'] })).toContain('fields.0: ');
    expect(await create({ recipients: [landlord], role_name: 'Landlord & owner' })).toContain('role_name: ');
    expect(await create({ recipients: [landlord], ends_at: '2020-01-01T00:00:00Z' })).toContain('ends_at: ');
    const bare = ok(await api.as(owner).createTemplate({ body: { name: 'Bare' } }));
    const answer = await api.as(owner).createTemplateLink({ path: { template_id: bare.id }, body: {} });
    expect(refusalOf(answer)).toEqual([400, 'template_not_sendable']);
  });

  it('makes nothing after its end, but lets go on who has begun; deleted, it is unknown', async () => {
    await using _clock = await api.freezeClock();
    const link = await newLink();
    const [begun, late] = [visitor(), visitor()];
    const made = await enter(link, begun);
    const code = await codeFor(link, late);
    const path = at(link);
    expect(ok(await api.as(owner).updateTemplateLink({ path, body: { ended: true } })).status).toBe('ended');
    expect(refusalOf(await confirm(link, late, code))).toEqual([400, 'template_link_ended']);
    await api.advance('PT16M');
    const other = visitor();
    const answers = [begun, other].map((body) =>
      api.anyone.requestTemplateLinkCode({ path, body: { email: body.email } }),
    );
    const [first, second] = (await Promise.all(answers)).map(({ status, body }) => [status, body.result]);
    expect(first).toEqual(second);
    expect((await codesTo(other.email)).length).toBe(0);
    const again = (await codesTo(begun.email))[0]?.code ?? '';
    expect(ok(await confirm(link, { email: begun.email }, again)).envelope_id).toBe(made.envelope_id);
    ok(await api.as(owner).updateTemplateLink({ path, body: { ended: false } }));
    expect((await enter(link, other)).resumed).toBe(false);
    ok(await api.as(owner).deleteTemplateLink({ path }));
    for (const answer of [
      await api.anyone.getPublicTemplateLink({ path }),
      await api.anyone.requestTemplateLinkCode({ path, body: visitor() }),
      await confirm(link, begun, again),
      await api.as(owner).deleteTemplateLink({ path }),
    ])
      expect(refusalOf(answer)).toEqual([404, 'template_link_not_found']);
  });

  it('goes with its template', async () => {
    const body = lease({ visibility: 'shared' });
    const own = ok(await api.as(owner).createTemplate({ body }));
    const link = ok(
      await api.as(owner).createTemplateLink({ path: { template_id: own.id }, body: { recipients: [landlord] } }),
    );
    ok(await api.as(owner).deleteTemplate({ path: { template_id: own.id } }));
    expect(refusalOf(await api.anyone.getPublicTemplateLink({ path: at(link) }))).toEqual([
      404,
      'template_link_not_found',
    ]);
  });

  it('takes addresses of its domains alone', async () => {
    const link = await newLink({ domains: ['Uni.Example'] });
    const path = at(link);
    const refused = await api.anyone.requestTemplateLinkCode({ path, body: visitor() });
    expect(refusalOf(refused)).toEqual([406, 'address_not_allowed']);
    expect(refused.body.error).toContain('uni.example');
    const inside = visitor({ email: `v-${process.pid}@students.uni.example` });
    expect((await enter(link, inside)).resumed).toBe(false);
  });

  it('is told in the log of administration', async () => {
    const link = await newLink({ name: 'Told' });
    ok(await api.as(owner).updateTemplateLink({ path: at(link), body: { cap: 7 } }));
    const { events } = ok(
      await api
        .as(owner)
        .getOrganizationEvents({ path: { organization_id: owner.organization_id }, query: { object_id: link.id } }),
    );
    expect(events.map(({ kind }) => kind)).toEqual(['template_link:updated', 'template_link:created']);
    expect(events[0].changes).toContainEqual({ member: 'cap', from: null, to: 7 });
    expect(JSON.stringify(events)).not.toContain(link.secret);
  });
});

describe('values in the address', () => {
  const fieldOf = async (envelope_id: string, name: string) => {
    const { fields } = ok(await api.as(owner).getEnvelope({ path: { envelope_id } }));
    return fields.find((field) => field.name === name);
  };

  it('fill the fields that the link allows, and no others', async () => {
    const link = await newLink({ fields: ['city'] });
    const who = visitor();
    const prefill = 'city=S%C3%A3o+Paulo&iban=x&utm_source=wall';
    const { envelope_id } = await enter(link, who, { prefill });
    expect(await fieldOf(envelope_id, 'city')).toMatchObject({ value: 'São Paulo', readonly: false });
    expect((await fieldOf(envelope_id, 'iban')).value ?? null).toBe(null);
    expect((await codesTo(who.email))[0]?.links[0]).toContain(`?${prefill}#`);
  });

  it('are refused by the name of the field before a mail is sent', async () => {
    const link = await newLink({ fields: ['city', 'iban'] });
    for (const prefill of ['city=Llanfairpwllgwyngyllgogery', 'iban=DE00']) {
      const who = visitor();
      const answer = await api.anyone.requestTemplateLinkCode({ path: at(link), body: { ...who, prefill } });
      expect([answer.status, answer.body.error]).toEqual([
        406,
        expect.stringContaining(`prefill.${prefill.split('=')[0]}: `),
      ]);
      expect((await codesTo(who.email)).length).toBe(0);
    }
  });

  it('are read-only where they are signed, by the platform or by whoever has the secret', async () => {
    const link = await newLink({ fields: ['city'], fields_signed: true });
    const { address } = ok(
      await api.as(owner).signTemplateLinkAddress({ path: at(link), body: { values: { city: 'Köln' } } }),
    );
    const query = 'city=K%C3%B6ln&expires=4102444800';
    const own = createHmac('sha256', link.secret).update(`${link.id}?${query}`).digest('hex');
    for (const prefill of [new URL(address).search.slice(1), `${query}&signature=${own}&fbclid=1`]) {
      const { envelope_id } = await enter(link, visitor(), { prefill });
      expect(await fieldOf(envelope_id, 'city')).toMatchObject({ value: 'Köln', readonly: true });
    }
    const expired = 'city=K%C3%B6ln&expires=1';
    const over = createHmac('sha256', link.secret).update(`${link.id}?${expired}`).digest('hex');
    const other = await newLink({ fields: ['city'], fields_signed: true });
    for (const [prefill, to] of [
      ['city=Bonn', link],
      [`city=Bonn&signature=${own}`, link],
      [`${query}&signature=${own}`, other],
      [`${expired}&signature=${over}`, link],
      [`city=Bonn&${query}&signature=${own}`, link],
    ] as const) {
      const answer = await api.anyone.requestTemplateLinkCode({ path: at(to), body: { ...visitor(), prefill } });
      expect([answer.status, answer.body.error]).toEqual([406, expect.stringContaining('prefill: ')]);
    }
  });
});
