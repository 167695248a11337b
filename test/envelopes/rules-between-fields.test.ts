import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustInText } from '../../lib/verifier/trust.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { ok, pdf, prepareToSubmit, recipient, sendEnvelope, setField, submit } from '../stories/envelope.ts';
import { CLAIM_FIELDS } from '../stories/insurance-claim.ts';
import { recompute } from './auditor.ts';

let api: Api;
let sender: Person;

beforeAll(async () => {
  api = await startApi();
  sender = await api.signUp();
});
afterAll(() => api.stop());

const sendClaim = (more: Record<string, unknown> = {}) =>
  sendEnvelope(api, sender, [recipient('Claimant', 1), recipient('Adjuster', 2)], { fields: CLAIM_FIELDS, ...more });

type Signer = Awaited<ReturnType<typeof prepareToSubmit>>;

const fieldsFor = async ({ signer, envelope_id }: Signer) => {
  const { fields } = ok(await api.as({ signer }).getEnvelope({ path: { envelope_id } }));
  return new Map(fields.map((field) => [field.name, field]));
};

const fillAll = async (signer: Signer, values: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(values)) ok(await setField(api, signer, name, value));
};

const auditOf = async (envelope_id: string) => ok(await api.as(sender).getEnvelopeAudit({ path: { envelope_id } }));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('an insurance claim', () => {
  test('shows and demands what the chosen damage needs, computes the cost, and seals what was shown alone', async () => {
    const envelope = await sendClaim();
    const claimant = await prepareToSubmit(api, envelope, 'Claimant');
    let fields = await fieldsFor(claimant);
    expect(fields.get('depth')).toMatchObject({
      required: false,
      value: null,
      rule: { shown: false, hidden_by: ['depth'], always_required: true },
    });
    expect(fields.get('cost')).toMatchObject({ readonly: true, value: null, rule: { shown: true, computed: true } });

    await fillAll(claimant, { water: true, depth: '40', pumped_out: true, price: '20.000,50' });
    fields = await fieldsFor(claimant);
    expect(fields.get('depth')).toMatchObject({ required: true, value: '40', rule: { shown: true } });
    expect(fields.get('cost')?.value).toBe('20000.5');
    expect(fields.get('police')).toMatchObject({
      required: true,
      rule: { required_by: ['police'], always_required: false },
    });
    expect(await submit(api, claimant)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('police') },
    });

    // The other damage: what was typed before stays, and doesn't count while it is hidden.
    await fillAll(claimant, { mould: true });
    fields = await fieldsFor(claimant);
    expect(fields.get('depth')).toMatchObject({
      required: false,
      value: null,
      rule: { shown: false, kept_value: '40' },
    });
    expect(await submit(api, claimant)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('area') },
    });
    await fillAll(claimant, { water: true });
    expect((await fieldsFor(claimant)).get('depth')).toMatchObject({ value: '40', required: true });
    await fillAll(claimant, { mould: true, area: '2,5', price: '100.10' });
    expect((await fieldsFor(claimant)).get('cost')?.value).toBe('250.25');
    expect(await setField(api, claimant, 'cost', '1')).toMatchObject({ status: 400 });

    // Of the claimant's values the adjuster's rules see nothing before the submit.
    ok(await submit(api, claimant));
    const adjuster = await prepareToSubmit(api, envelope, 'Adjuster');
    fields = await fieldsFor(adjuster);
    expect(fields.get('inspection')).toMatchObject({ required: true, rule: { shown: true } });
    // A hidden field's text that the claimant had typed is nobody's: not the next person's, and not the sender's.
    const hidden = { value: null, rule: { shown: false, kept_value: null } };
    expect(fields.get('depth')).toMatchObject(hidden);
    const sent = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } })).fields;
    expect(sent.find(({ name }) => name === 'depth')).toMatchObject(hidden);
    expect((await fieldsFor(claimant)).get('depth')).toMatchObject(hidden);
    expect(fields.get('cost')?.value).toBe('250.25');
    expect(await submit(api, adjuster)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('inspection') },
    });
    await fillAll(adjuster, { inspection: 'done' });
    ok(await submit(api, adjuster));
    await api.settle();

    const audit = await auditOf(envelope.id);
    const [created] = audit.events;
    expect(created?.data.rules).toContainEqual({
      field: 'depth',
      role_name: 'Claimant',
      form: 'text',
      group: null,
      required: true,
      rules: { show: { field: 'water', is: 'equals', value: 'true' } },
    });
    const signed = audit.events.filter(({ event }) => event === 'recipient:signed');
    expect(signed.map(({ data }) => data.rules)).toEqual([
      [
        { field: 'area', shown: true, required: true },
        { field: 'cost', shown: true, required: false },
        { field: 'depth', shown: false, required: false },
        { field: 'police', shown: true, required: false },
        { field: 'pumped_out', shown: false, required: false },
        { field: 'since', shown: true, required: false },
      ],
      [{ field: 'inspection', shown: true, required: true }],
    ]);
    const values = signed[0]?.data.values as { field: string; sha256: string }[];
    expect(values.map(({ field }) => field)).toEqual(['area', 'cost', 'mould', 'price', 'signature-Claimant', 'water']);
    expect(values.find(({ field }) => field === 'cost')?.sha256).toBe(sha256('250.25'));
    expect(audit.rule_values).toEqual([
      { field: 'area', value: '2,5' },
      { field: 'mould', value: 'true' },
      { field: 'price', value: '100.10' },
      { field: 'water', value: 'false' },
    ]);
    recompute(audit.events as Parameters<typeof recompute>[0]);

    const check = async (changed: unknown) => {
      const bytes = new TextEncoder().encode(JSON.stringify(changed));
      const { files } = await verifyFiles([{ name: 'audit.json', bytes }], await trustInText(''));
      return files[0]?.findings.filter(({ check: name }) => /^rules|^chain/.test(name)).map(({ check: name }) => name);
    };
    expect(await check(audit)).toEqual(['chainHolds', 'rulesHold', 'rulesUnseen', 'rulesHold', 'rulesUnseen']);

    // Whoever rewrites the whole chain still can't make the rules say something else.
    const forged = (change: (trail: typeof audit) => void) => {
      const trail = structuredClone(audit);
      change(trail);
      let previous = trail.genesis;
      for (const event of trail.events) {
        event.previous_hash = previous;
        const { hash: _, ...hashed } = event;
        event.hash = sha256(canonicalize(hashed) ?? '');
        previous = event.hash;
      }
      trail.head = previous;
      return check(trail);
    };
    type Shown = { field: string; shown: boolean; required: boolean }[];
    const shownTo = (trail: typeof audit, signing: number) =>
      trail.events.filter(({ event }) => event === 'recipient:signed')[signing]?.data.rules as Shown;
    const other = ['chainHolds', 'rulesOther', 'rulesHold', 'rulesUnseen'];
    expect(
      await forged((trail) => {
        for (const one of shownTo(trail, 0)) if (one.field === 'depth') one.shown = true;
      }),
    ).toEqual(other);
    expect(
      await forged((trail) => {
        for (const one of shownTo(trail, 0)) if (one.field === 'police') one.required = true;
      }),
    ).toEqual(other);
    expect(await forged((trail) => shownTo(trail, 1).pop())).toEqual([
      'chainHolds',
      'rulesHold',
      'rulesUnseen',
      'rulesOther',
    ]);
    expect(
      await forged((trail) => {
        const rules = trail.events[0]?.data.rules as { field: string; rules?: unknown }[];
        for (const one of rules) if (one.field === 'police') one.rules = { require: { field: 'mould', is: 'filled' } };
      }),
    ).toEqual(other);
    expect(
      await forged((trail) => {
        for (const one of trail.rule_values ?? []) if (one.field === 'price') one.value = '100.11';
      }),
    ).toEqual(other);
    expect(await forged((trail) => trail.rule_values?.splice(1, 1))).toEqual(['chainHolds', 'rulesOpen', 'rulesOther']);

    const { documents } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const document_id = documents.find(({ type }) => type === 'certificate')?.id ?? '';
    const texts = ok(await api.as(sender).getEnvelopeDocumentText({ path: { document_id, variant: 'certificate' } }));
    const certificate = JSON.stringify(texts);
    expect(certificate).toContain('did not state what it had shown');
    expect(certificate.replace(/[\u2066-\u2069]/g, '')).toContain('water is ticked');
  });

  test('is previewed with its rules, and nothing is stored', async () => {
    const draft = ok(await api.as(sender).createDraft({ body: { name: 'Claim' } }));
    const path = { draft_id: draft.id };
    ok(
      await api.as(sender).createTemplateDocument({
        body: { template_id: draft.id, name: 'claim.pdf', data: pdf() } as never,
      }),
    );
    const roles = ['Claimant', 'Adjuster'].map((name, index) => ({
      name,
      first_name: name,
      sequence: index + 1,
      email: `${name}@example.com`,
    }));
    ok(
      await api.as(sender).updateDraft({
        path,
        body: { roles, fields: CLAIM_FIELDS.map(({ document_id: _, ...field }) => field) as never },
      }),
    );
    const { envelope } = ok(await api.as(sender).previewDraft({ path: { ...path, role_name: 'Claimant' } }));
    expect(envelope.fields.find(({ name }) => name === 'depth')).toMatchObject({
      required: false,
      rule: { shown: false },
    });

    // A rule whose field is gone keeps the draft from being sent, and the preview goes on without it.
    ok(await api.as(sender).updateDraft({ path, body: { fields: [{ name: 'water', remove: true }] } }));
    const { problems, is_ready } = ok(await api.as(sender).getDraftProblems({ path }));
    expect(is_ready).toBe(false);
    expect(problems.filter(({ code }) => code === 'rule_unusable').map(({ field_name }) => field_name)).toEqual([
      'depth',
      'inspection',
      'pumped_out',
    ]);
    expect(await api.as(sender).sendDraft({ path, body: {} })).toMatchObject({ status: 400 });
    ok(await api.as(sender).previewDraft({ path: { ...path, role_name: 'Claimant' } }));
  });
});

describe('two who sign at once', () => {
  const showIf = (field: string) => ({ rules: { show: { field, is: 'filled' } } });

  test('see nothing of each other until one submits; what was shown to the first stays as it was', async () => {
    const text = (role_name: string, name: string, more = {}) => ({
      name,
      role_name,
      type: 'textbox',
      document_id: 0,
      ...more,
    });
    const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), recipient('Ben', 1)], {
      fields: [
        text('Ada', 'ada'),
        text('Ada', 'of-ben', { settings: showIf('ben') }),
        text('Ben', 'ben', { default: 'by the sender' }),
        text('Ben', 'of-ada', { settings: showIf('ada') }),
        ...['Ada', 'Ben'].map((role) => text(role, `signature-${role}`, { type: 'signature' })),
      ],
    });
    const ada = await prepareToSubmit(api, envelope, 'Ada');
    const ben = await prepareToSubmit(api, envelope, 'Ben');
    await fillAll(ada, { ada: 'x', 'of-ben': 'never seen' });
    expect((await fieldsFor(ada)).get('of-ben')?.rule?.shown).toBe(false);
    expect((await fieldsFor(ben)).get('of-ada')?.rule?.shown).toBe(false);
    ok(await submit(api, ada));
    expect((await fieldsFor(ben)).get('of-ada')?.rule?.shown).toBe(true);
    await fillAll(ben, { 'of-ada': 'y' });
    ok(await submit(api, ben));
    const { fields } = ok(await api.as(sender).getEnvelope({ path: { envelope_id: envelope.id } }));
    const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    expect(values).toMatchObject({ 'of-ben': null, 'of-ada': 'y' });
  });

  const fieldOf = (role_name: string, name: string, more = {}) => ({
    ...{ name, role_name, type: 'textbox', document_id: 0 },
    ...more,
  });
  const INK = ['Ada', 'Ben'].map((role) => fieldOf(role, `signature-${role}`, { type: 'signature' }));
  const seenBy = async (signer: Signer) => {
    const own = [...(await fieldsFor(signer)).values()].filter(({ role_name }) => role_name === signer.role_name);
    const names = (isSo: (field: (typeof own)[number]) => boolean) => own.filter(isSo).map(({ name }) => name);
    return {
      hidden: names(({ rule }) => rule?.shown === false),
      required: names(({ required, rule }) => rule?.shown !== false && required),
      computed: own.flatMap(({ name, value, rule }) => (rule?.shown && rule.computed ? [{ field: name, value }] : [])),
    };
  };
  const submitSeen = ({ signer, envelope_id, role_name }: Signer, rules_seen: object) =>
    api.as({ signer }).submitRecipient({ path: { envelope_id, role_name }, body: { rules_seen } as never });
  const signedData = async (envelope_id: string, role_name: string) =>
    (await auditOf(envelope_id)).events.find((one) => one.event === 'recipient:signed' && one.role_name === role_name)
      ?.data;

  test('sign what their pages had shown: a submit that says so is refused once another changes it', async () => {
    const fields = [
      fieldOf('Ada', 'ada'),
      fieldOf('Ada', 'unread'),
      fieldOf('Ben', 'optional', { settings: showIf('ada') }),
      fieldOf('Ben', 'needed', { settings: { rules: { require: { field: 'ada', is: 'filled' } } } }),
      fieldOf('Ben', 'twice', { settings: { rules: { value: { product: [{ field: 'ada' }, '2'] } } } }),
      fieldOf('Ben', 'alone'),
      ...INK,
    ];
    const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), recipient('Ben', 1)], { fields });
    const ada = await prepareToSubmit(api, envelope, 'Ada');
    const ben = await prepareToSubmit(api, envelope, 'Ben');
    await fillAll(ada, { ada: '21' });
    await fillAll(ben, { optional: 'kept', alone: 'kept, too' });
    const before = await seenBy(ben);
    expect(before).toMatchObject({ hidden: ['optional'], computed: [{ field: 'twice', value: null }] });
    ok(await submitSeen(ada, await seenBy(ada)));
    const refused = await submitSeen(ben, before);
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-error-code')).toBe('rules_changed');
    expect(refused.body).toMatchObject({ error: expect.stringContaining('needed, optional, twice') });
    expect(await seenBy(ben)).toEqual({
      hidden: [],
      required: expect.arrayContaining(['needed']),
      computed: [{ field: 'twice', value: '42' }],
    });
    expect((await fieldsFor(ben)).get('optional')?.value).toBe('kept');
    await fillAll(ben, { needed: 'now' });
    ok(await submitSeen(ben, await seenBy(ben)));
    ok(await submitSeen(ben, before));
    expect(await signedData(envelope.id, 'Ben')).toMatchObject({ rules_seen: 'stated' });
    // Ada has no rules: there is nothing to say of them.
    expect(await signedData(envelope.id, 'Ada')).not.toHaveProperty('rules_seen');
  });

  test('are not held up by what changes nothing for them', async () => {
    const fields = [
      fieldOf('Ada', 'ada'),
      fieldOf('Ben', 'of-ada', { settings: { rules: { show: { field: 'ada', is: 'above', value: '100' } } } }),
      ...INK,
    ];
    const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), recipient('Ben', 1)], { fields });
    const ada = await prepareToSubmit(api, envelope, 'Ada');
    const ben = await prepareToSubmit(api, envelope, 'Ben');
    await fillAll(ada, { ada: '21' });
    const before = await seenBy(ben);
    ok(await submit(api, ada));
    ok(await submitSeen(ben, before));
  });

  test('race, and only one of them has signed what both had been shown', async () => {
    const fields = [
      fieldOf('Ada', 'ada', { default: 'x' }),
      fieldOf('Ben', 'ben', { default: 'y' }),
      fieldOf('Ada', 'of-ben', { settings: showIf('ben') }),
      fieldOf('Ben', 'of-ada', { settings: showIf('ada') }),
      ...INK,
    ];
    const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), recipient('Ben', 1)], { fields });
    const signers = [await prepareToSubmit(api, envelope, 'Ada'), await prepareToSubmit(api, envelope, 'Ben')];
    const answers = await Promise.all(signers.map(async (one) => submitSeen(one, await seenBy(one))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const [late] = signers.filter((_, at) => answers[at]?.status === 400);
    ok(await submitSeen(late as Signer, await seenBy(late as Signer)));
  });

  test('that say nothing of it go on as before, and the trail does not claim that a page had shown it', async () => {
    const fields = [fieldOf('Ada', 'ada'), fieldOf('Ben', 'of-ada', { settings: showIf('ada') }), ...INK];
    const envelope = await sendEnvelope(api, sender, [recipient('Ada', 1), recipient('Ben', 1)], { fields });
    const ada = await prepareToSubmit(api, envelope, 'Ada');
    const ben = await prepareToSubmit(api, envelope, 'Ben');
    await fillAll(ada, { ada: 'x' });
    ok(await submit(api, ada));
    ok(await submit(api, ben));
    const data = await signedData(envelope.id, 'Ben');
    expect(data).toMatchObject({ rules: [{ field: 'of-ada', shown: true }] });
    expect(data).not.toHaveProperty('rules_seen');
  });
});

describe('rules of a template', () => {
  const rules = (show: unknown) => ({ settings: { rules: { show } } });
  const filled = (field: string) => ({ field, is: 'filled' });
  const field = (name: string, more = {}) => ({ name, role_name: 'Buyer', type: 'textbox', ...more });
  const make = (fields: unknown[]) =>
    api.as(sender).createTemplate({
      body: {
        name: 'With rules',
        roles: [{ name: 'Buyer' }],
        documents: [{ name: 'a.pdf', data: pdf() }],
        fields: fields as never,
      },
    });

  test('are refused with their place, and a circle with its names', async () => {
    const refusal = (fields: unknown[]) =>
      make(fields).then(({ status, body }) => [status, (body as { error?: string }).error]);
    expect(await refusal([field('a', rules(filled('b'))), field('b', rules(filled('a')))])).toEqual([
      406,
      expect.stringContaining('a → b → a'),
    ]);
    expect(await refusal([field('a', rules({ all: [filled('gone')] }))])).toEqual([
      406,
      expect.stringMatching(/fields\.0\.settings\.rules\.show\.all\.0\.field: there is no field with the name gone/),
    ]);
    expect(await refusal([field('a', rules({ any: [{ field: 'a', is: 'like', value: 'x' }] }))])).toEqual([
      406,
      expect.stringMatching(/fields\.0\.settings\.rules\.show\.any\.0\.is/),
    ]);
    expect(await refusal([field('a', { settings: { rules: { value: '1' } }, default: '2' })])).toEqual([
      406,
      expect.stringMatching(/fields\.0\.default/),
    ]);
  });

  test('follow a box that a choice is compared with, and conditions of roles follow a field, when these are renamed', async () => {
    const only_if = { any: [filled('b'), { group_of: 'b', is: 'equals', value: 'box' }] };
    const { id: template_id } = ok(
      await api.as(sender).createTemplate({
        body: {
          name: 'With a condition',
          roles: [
            { name: 'Buyer', sequence: 1 },
            { name: 'Director', sequence: 2, only_if },
          ] as never,
          documents: [{ name: 'a.pdf', data: pdf() }],
          fields: [
            field('a', rules({ group_of: 'b', is: 'contains', value: 'box' })),
            field('b', { type: 'checkbox', group: 'g' }),
            field('box', { type: 'checkbox', group: 'g' }),
          ] as never,
        },
      }),
    );
    const rename = async (field_name: string, name: string) =>
      ok(await api.as(sender).updateField({ path: { template_id, field_name }, body: { name } }));
    await rename('box', 'mould');
    await rename('b', 'water');
    const template = ok(await api.as(sender).getTemplate({ path: { template_id } }));
    expect(template.fields.find(({ name }) => name === 'a')?.settings.rules).toEqual({
      show: { group_of: 'water', is: 'contains', value: 'mould' },
    });
    expect(template.roles.map((role) => role.only_if)).toEqual([
      null,
      { any: [filled('water'), { group_of: 'water', is: 'equals', value: 'mould' }] },
    ]);
  });

  test('follow a field that is renamed, refuse a circle that closes later, and send nothing once one is deleted', async () => {
    const { id: template_id } = ok(
      await make([field('a', rules(filled('b'))), field('b'), field('s', { type: 'signature' })]),
    );
    const path = (field_name: string) => ({ template_id, field_name });
    ok(await api.as(sender).updateField({ path: path('b'), body: { name: 'c' } }));
    const read = () => api.as(sender).getTemplate({ path: { template_id } }).then(ok);
    const rulesOf = async (name: string) => (await read()).fields.find((one) => one.name === name)?.settings.rules;
    expect(await rulesOf('a')).toEqual({ show: { field: 'c', is: 'filled' } });
    expect(await api.as(sender).updateField({ path: path('c'), body: rules(filled('a')) })).toMatchObject({
      status: 406,
      body: { error: expect.stringMatching(/settings\.rules.*(a → c → a|c → a → c)/) },
    });
    expect(await rulesOf('c')).toBeUndefined();
    ok(await api.as(sender).deleteField({ path: path('c') }));
    // The rest of the field can still be changed.
    ok(await api.as(sender).updateField({ path: path('a'), body: { label: 'A' } }));
    const sent = await api.as(sender).createEnvelope({
      body: { template_id, recipients: [{ ...recipient('Buyer', 1), role_name: 'Buyer' }] },
    });
    expect(sent).toMatchObject({ status: 406, body: { error: expect.stringContaining('no field with the name c') } });
  });
});
