import {
  canPerformTemplateAction,
  createField,
  createTemplate,
  createTemplateDocument,
  createTemplateRole,
  DEFAULT_FIELD_HEIGHTS,
  DEFAULT_FIELD_WIDTHS,
  deleteField,
  deleteTemplate,
  deleteTemplateDocument,
  deleteTemplateRole,
  downloadTemplateDocument,
  duplicateTemplate,
  FIELD_TYPES,
  getFieldsForRole,
  getTemplate,
  getTemplateDocument,
  getTemplateDocumentDownloadLink,
  getTemplateDocumentFile,
  getTemplateDocumentPageDisplayUri,
  getTemplateDocumentPreviewLink,
  getTemplateDocumentThumbnail,
  getTemplates,
  type IGetTemplatesParams,
  type IRole,
  type ITemplate,
  type ITemplateField,
  isValidRoleName,
  sortDocuments,
  toggleTemplateStar,
  updateField,
  updateTemplate,
  updateTemplateRole,
  userCanBuildTemplate,
  userCanDeleteTemplate,
  userCanMakeTemplatePublic,
  userCanPreviewTemplate,
  userCanReadTemplate,
  userCanSendTemplate,
  userCanUpdateTemplate,
  userHasSharedTemplate,
  userIsTemplateCreator,
} from '@verdocs/js-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, startApi } from '../api.ts';
import {
  base64,
  follow,
  forFiles,
  isPdf,
  join,
  type Member,
  pdf,
  pdfFile,
  picture,
  pngSize,
  refusal,
} from './client.ts';

let api: Api;
let ada: Member;
let stranger: Member;

beforeAll(async () => {
  api = await startApi();
  [ada, stranger] = [await join(api), await join(api)];
});
afterAll(() => api.stop());

const role = (name: string, more: Partial<IRole> = {}): IRole => ({
  template_id: '',
  name,
  type: 'signer',
  full_name: null,
  first_name: null,
  last_name: null,
  email: null,
  phone: null,
  message: null,
  sequence: 1,
  order: 1,
  delegator: null,
  name_locked: false,
  ...more,
});

/** The properties of a field that callers of the client send; the platform fills in the rest of its type. */
const field = (name: string, role_name: string, more: Record<string, unknown> = {}) =>
  ({ name, role_name, type: 'signature', page: 1, x: 72, y: 72, required: true, ...more }) as unknown as ITemplateField;

const lease = (more: Record<string, unknown> = {}) =>
  createTemplate(ada.endpoint, {
    name: 'Lease',
    documents: [{ name: 'lease.pdf', data: base64(pdf(2)) }],
    roles: [role('Tenant'), role('Land lord', { sequence: 2 })],
    fields: [
      field('tenant-signature', 'Tenant', { document_id: 0 }),
      field('landlord signature', 'Land lord', { document_id: 0, page: 2 }),
    ],
    ...more,
  });

describe('createTemplate', () => {
  it('takes documents, roles and fields in one call', async () => {
    const template = await lease({ description: 'Two pages', initial_reminder: 14_400_000, max_reminder_days: 7 });
    expect(template).toMatchObject({
      name: 'Lease',
      description: 'Two pages',
      profile_id: ada.profile.id,
      organization_id: ada.profile.organization_id,
      visibility: 'private',
      is_personal: true,
      is_public: false,
      is_sendable: true,
      sender: 'envelope_creator',
      initial_reminder: 14_400_000,
      followup_reminders: null,
      max_reminder_days: 7,
      counter: 0,
      star_counter: 0,
      last_used_at: null,
      documents: [{ name: 'lease.pdf', pages: 2, mime: 'application/pdf', order: 0 }],
      roles: [
        { name: 'Tenant', sequence: 1, type: 'signer', delegator: false },
        { name: 'Land lord', sequence: 2 },
      ],
    });
    expect(template.documents?.[0]?.page_sizes).toMatchObject({ 1: { width: 612, height: 792 }, 2: { width: 612 } });
    expect(template.fields?.map(({ name, role_name, document_id }) => [name, role_name, document_id])).toEqual([
      ['tenant-signature', 'Tenant', template.documents?.[0]?.id],
      ['landlord signature', 'Land lord', template.documents?.[0]?.id],
    ]);
    expect(await getTemplate(ada.endpoint, template.id)).toEqual(template);
  });

  it('takes files, pictures among them, as a form', async () => {
    const progress: number[] = [];
    const files = [
      pdfFile('ä (1) & b.pdf', 3),
      new File([picture()], 'plan.png', { type: 'image/png' }),
      pdfFile('c.pdf'),
    ];
    const params = { name: 'Files 🙂', description: '', is_personal: false, is_public: false, documents: files };
    const template = await createTemplate(ada.endpoint, params, (percent) => progress.push(percent));
    expect(template).toMatchObject({ name: 'Files 🙂', visibility: 'shared', is_personal: false, is_sendable: false });
    const documents = sortDocuments((template.documents ?? []) as never) as unknown as ITemplate['documents'];
    expect(documents?.map(({ name, pages, mime, order }) => [name, pages, mime, order])).toEqual([
      ['ä (1) & b.pdf', 3, 'application/pdf', 0],
      ['plan.png', 1, 'application/pdf', 1],
      ['c.pdf', 1, 'application/pdf', 2],
    ]);
    expect(progress.at(-1)).toBe(100);
    const empty = await createTemplate(ada.endpoint, {
      name: 'No roles',
      documents: [pdfFile('a.pdf')],
      roles: [],
      fields: [],
    });
    expect(empty).toMatchObject({ roles: [], fields: [] });
  });

  it('takes documents by their addresses', async () => {
    const source = await lease();
    const uri = await getTemplateDocumentDownloadLink(ada.endpoint, source.id, source.documents?.[0]?.id ?? '');
    const template = await createTemplate(ada.endpoint, { name: 'By URI', documents: [{ uri, name: 'copy.pdf' }] });
    expect(template.documents).toMatchObject([{ name: 'copy.pdf', pages: 2 }]);
  });

  it('makes everything or nothing, and says what is wrong', async () => {
    await api.settle();
    const { count } = await getTemplates(ada.endpoint);
    const text = base64(Buffer.from('no document'));
    const bad: [Record<string, unknown>, RegExp][] = [
      [{ name: '' }, /^name: /],
      [{ name: 'x'.repeat(100_000) }, /^name: /],
      [{ documents: [{ name: 'a.pdf', data: text }] }, /can't be used/],
      [{ documents: [{ name: 'a.pdf', data: '' }] }, /^documents\.0: /],
      [{ documents: [{ name: 'a.pdf', uri: 'ftp://example.com/a.pdf' }] }, /^documents\.0: /],
      [{ roles: [role('Tenant'), role('Tenant')] }, /^roles\.1\.name: /],
      [{ fields: [field('f', 'Nobody')] }, /^fields\.0\.role_name: /],
      [{ fields: [field('f', 'Tenant', { page: 3 })] }, /^fields\.0\.page: /],
      [{ fields: [field('f', 'Tenant', { document_id: 1 })] }, /^fields\.0\.document_id: /],
      [{ fields: [field('f', 'Tenant', { type: 'drawing' })] }, /^fields\.0\.type: /],
      [{ initial_reminder: -1 }, /^initial_reminder: /],
    ];
    for (const [more, message] of bad) {
      const { status, error } = await refusal(lease(more));
      expect([status, error]).toEqual([406, expect.stringMatching(message)]);
    }
    expect((await getTemplates(ada.endpoint)).count).toBe(count);
  });
});

describe('roles, one by one', () => {
  it('are created from whole records, changed, renamed in their fields, and deleted with them', async () => {
    const { id } = await lease();
    const made = await createTemplateRole(ada.endpoint, id, {
      ...role('Wit ness'),
      id: null,
      environment: '',
    } as IRole);
    expect(made).toMatchObject({
      template_id: id,
      name: 'Wit ness',
      type: 'signer',
      sequence: 1,
      order: 1,
      email: null,
    });
    const changed = await updateTemplateRole(ada.endpoint, id, 'Wit ness', {
      ...made,
      full_name: 'Ada Mary Lovelace',
      email: 'Ada@Example.com',
      type: 'approver',
      message: 'Please',
    });
    expect(changed).toMatchObject({
      first_name: 'Ada Mary',
      last_name: 'Lovelace',
      email: 'Ada@Example.com',
      type: 'approver',
    });
    const renamed = await updateTemplateRole(ada.endpoint, id, 'Tenant', { name: 'Mieter: Ü 100' });
    expect(renamed.name).toBe('Mieter: Ü 100');
    const template = await getTemplate(ada.endpoint, id);
    expect(getFieldsForRole(template, 'Mieter: Ü 100').map(({ name }) => name)).toEqual(['tenant-signature']);
    expect(isValidRoleName('Tenant', template.roles ?? [])).toBe(false);
    const taken = updateTemplateRole(ada.endpoint, id, 'Wit ness', { name: 'Land lord' });
    expect(await refusal(taken)).toMatchObject({ status: 400, code: 'role_name_taken' });

    expect(await deleteTemplateRole(ada.endpoint, id, 'Mieter: Ü 100')).toBe('OK');
    const after = await getTemplate(ada.endpoint, id);
    expect(after.roles?.map(({ name }) => name)).toEqual(['Wit ness', 'Land lord']);
    expect(after.fields?.map(({ name }) => name)).toEqual(['landlord signature']);
    expect((await refusal(deleteTemplateRole(ada.endpoint, id, 'Tenant'))).status).toBe(404);
  });
});

describe('fields, one by one', () => {
  const taken = FIELD_TYPES.filter((type) => type !== 'payment');

  it.each(taken)('of type %s get the sizes that clients draw them with', async (type) => {
    const { id, documents } = await lease();
    const options = type === 'dropdown' ? [{ id: 'a', label: 'A' }] : null;
    const made = await createField(
      ada.endpoint,
      id,
      field('one', 'Tenant', { type, document_id: documents?.[0]?.id, options }),
    );
    expect(made).toMatchObject({
      template_id: id,
      name: 'one',
      type,
      page: 1,
      x: 72,
      y: 72,
      width: DEFAULT_FIELD_WIDTHS[type],
      height: DEFAULT_FIELD_HEIGHTS[type],
      required: true,
      readonly: false,
      settings: {},
    });
  });

  it('are changed by what is sent, take whole records back, and are deleted', async () => {
    const { id, documents } = await lease();
    const document_id = documents?.[0]?.id;
    const name = 'a/b ü #1? 100 %';
    const made = await createField(ada.endpoint, id, field(name, 'Tenant', { type: 'textbox', document_id }));
    const changed = await updateField(ada.endpoint, id, name, { label: 'Rent', default: '100', x: 10, width: 300 });
    expect(changed).toEqual({ ...made, label: 'Rent', default: '100', x: 10, width: 300 });
    expect(await updateField(ada.endpoint, id, name, { ...changed, is_valid: true })).toEqual(changed);
    const cleared = await updateField(ada.endpoint, id, name, { label: null, default: null, role_name: 'Land lord' });
    expect(cleared).toMatchObject({ label: null, default: null, role_name: 'Land lord' });
    expect((await updateField(ada.endpoint, id, name, { name: 'rent' })).name).toBe('rent');
    const taken = createField(ada.endpoint, id, field('rent', 'Tenant', { document_id }));
    expect(await refusal(taken)).toMatchObject({ status: 400, code: 'field_name_taken' });
    const impossible = updateField(ada.endpoint, id, 'rent', { required: true, readonly: true });
    expect((await refusal(impossible)).status).toBe(406);
    expect(await deleteField(ada.endpoint, id, 'rent')).toBe('OK');
    expect((await getTemplate(ada.endpoint, id)).fields?.map((one) => one.name)).not.toContain('rent');
    expect((await refusal(deleteField(ada.endpoint, id, 'rent'))).status).toBe(404);
  });

  it('make the template sendable once every signer has one', async () => {
    const { id } = await createTemplate(ada.endpoint, { name: 'Step by step', documents: [pdfFile('a.pdf')] });
    const sendable = async () => (await getTemplate(ada.endpoint, id)).is_sendable;
    expect(await sendable()).toBe(false);
    await createTemplateRole(ada.endpoint, id, role('A'));
    await createTemplateRole(ada.endpoint, id, role('B'));
    await createTemplateRole(ada.endpoint, id, role('C', { type: 'cc' }));
    await createField(ada.endpoint, id, field('a', 'A'));
    expect(await sendable()).toBe(false);
    await createField(ada.endpoint, id, field('b', 'B', { page: 0 }));
    expect(await sendable()).toBe(true);
    const template = await getTemplate(ada.endpoint, id);
    expect(userCanBuildTemplate(ada.profile, template)).toBe(true);
    expect(userCanPreviewTemplate(ada.profile, template)).toBe(true);
  });
});

describe('getTemplates', () => {
  let member: Member;
  let mine: Record<'beta' | 'alpha' | 'gamma', ITemplate>;

  beforeAll(async () => {
    member = await join(api);
    const make = (name: string, more: Record<string, unknown> = {}) =>
      createTemplate(member.endpoint, { name, documents: [{ name: 'a.pdf', data: base64(pdf()) }], ...more });
    mine = {
      beta: await make('Beta 100%'),
      alpha: await make('alpha', { visibility: 'shared', description: 'The Größte' }),
      gamma: await make('Gamma', { visibility: 'public' }),
    };
    await toggleTemplateStar(member.endpoint, mine.alpha.id);
    await updateTemplate(member.endpoint, mine.beta.id, { description: 'changed last' });
    await api.settle();
  });

  const names = async (params?: IGetTemplatesParams) =>
    (await getTemplates(member.endpoint, params)).templates.map(({ name }) => name);

  it.each<[IGetTemplatesParams, string[]]>([
    [{}, ['Gamma', 'alpha', 'Beta 100%']],
    [{ q: 'ALPHA' }, ['alpha']],
    [{ q: '100%' }, ['Beta 100%']],
    [{ q: 'größte' }, ['alpha']],
    [{ q: '' }, ['Gamma', 'alpha', 'Beta 100%']],
    [{ is_starred: true }, ['alpha']],
    [{ is_starred: false }, ['Gamma', 'Beta 100%']],
    [{ is_starred: false, is_creator: true }, ['Gamma', 'Beta 100%']],
    [{ is_creator: true }, ['Gamma', 'alpha', 'Beta 100%']],
    [{ visibility: 'private' }, ['Beta 100%']],
    [{ visibility: 'shared' }, ['alpha']],
    [{ visibility: 'private_shared' }, ['alpha', 'Beta 100%']],
    [{ visibility: 'public', is_creator: true }, ['Gamma']],
    [{ is_creator: true, sort_by: 'name' }, ['alpha', 'Beta 100%', 'Gamma']],
    [{ is_creator: true, sort_by: 'name', ascending: false }, ['Gamma', 'Beta 100%', 'alpha']],
    [{ is_creator: true, sort_by: 'created_at', ascending: true }, ['Beta 100%', 'alpha', 'Gamma']],
    [{ is_creator: true, sort_by: 'updated_at' }, ['Beta 100%', 'Gamma', 'alpha']],
    [{ is_creator: true, sort_by: 'star_counter' }, ['alpha', 'Gamma', 'Beta 100%']],
    [{ is_creator: true, rows: 2 }, ['Gamma', 'alpha']],
    [{ is_creator: true, rows: 2, page: 1 }, ['Beta 100%']],
    [{ page: 9 }, []],
  ])('with %o', async (params, wanted) => {
    expect(await names(params)).toEqual(wanted);
  });

  it('counts all that match, whatever the page', async () => {
    expect(await getTemplates(member.endpoint, { is_creator: true, rows: 2, page: 1 })).toMatchObject({
      count: 3,
      rows: 1,
      page: 1,
    });
    expect(await getTemplates(member.endpoint, { q: 'alpha', rows: 1 })).toMatchObject({ count: 1, rows: 1, page: 0 });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['rows', { rows: 0 }, /^rows: .*1/],
    ['rows', { rows: -3 }, /^rows: .*1/],
    ['rows', { rows: 1_000_000 }, /^rows: .*100/],
    ['rows', { rows: 'many' }, /^rows: /],
    ['page', { page: -1 }, /^page: .*0/],
    ['sort_by', { sort_by: 'colour' }, /^sort_by: /],
    ['visibility', { visibility: 'secret' }, /^visibility: /],
    ['ascending', { ascending: 'perhaps' }, /^ascending: /],
  ])('refuses %s where it does not fit: %o', async (_name, params, message) => {
    expect(await refusal(getTemplates(member.endpoint, params))).toMatchObject({
      status: 406,
      error: expect.stringMatching(message),
    });
  });

  it('shows others only what is public', async () => {
    const theirs = await getTemplates(stranger.endpoint);
    expect(theirs.templates).toEqual([]);
    const all = await getTemplates(stranger.endpoint, { visibility: 'public' });
    expect(all.templates.map(({ id }) => id)).toContain(mine.gamma.id);
  });
});

describe('a template', () => {
  it('is changed by what is sent, and takes its whole record back', async () => {
    const template = await lease();
    const changed = await updateTemplate(ada.endpoint, template.id, { name: 'Pacht 🙂', visibility: 'shared' });
    expect(changed).toEqual({
      ...template,
      name: 'Pacht 🙂',
      visibility: 'shared',
      is_personal: false,
      search_key: expect.any(String),
      updated_at: expect.any(String),
      version: expect.any(Number),
    });
    const echo = { ...changed, description: null, id: stranger.profile.id, profile_id: stranger.profile.id };
    const echoed = await updateTemplate(ada.endpoint, template.id, echo as never);
    expect(echoed).toEqual({ ...changed, updated_at: expect.any(String), version: expect.any(Number) });
  });

  it('is starred and unstarred by turns', async () => {
    const { id } = await lease();
    expect((await toggleTemplateStar(ada.endpoint, id)).star_counter).toBe(1);
    expect((await toggleTemplateStar(ada.endpoint, id)).star_counter).toBe(0);
  });

  it('is duplicated with documents, roles and fields, independent of the original', async () => {
    const original = await lease({ description: 'As it was', initial_reminder: 14_400_000, visibility: 'shared' });
    const copy = await duplicateTemplate(ada.endpoint, original.id, 'The copy');
    expect(copy).toMatchObject({
      name: 'The copy',
      description: 'As it was',
      initial_reminder: 14_400_000,
      counter: 0,
    });
    expect(copy.id).not.toBe(original.id);
    expect(copy.roles?.map(({ name }) => name)).toEqual(original.roles?.map(({ name }) => name));
    expect(copy.fields?.map(({ name, document_id }) => [name, document_id])).toEqual(
      original.fields?.map(({ name }) => [name, copy.documents?.[0]?.id]),
    );
    await deleteTemplate(ada.endpoint, original.id);
    const file = await downloadTemplateDocument(forFiles(api, ada.endpoint), copy.documents?.[0]?.id ?? '');
    expect(isPdf(new Uint8Array(await file.arrayBuffer()))).toBe(true);
  });

  it('is deleted for good', async () => {
    const { id } = await lease();
    expect(await deleteTemplate(ada.endpoint, id)).toBe('OK');
    expect((await refusal(getTemplate(ada.endpoint, id))).status).toBe(404);
    expect((await refusal(deleteTemplate(ada.endpoint, id))).status).toBe(404);
  });

  it('does not exist for others', async () => {
    const { id, documents } = await lease();
    const { endpoint } = stranger;
    const document_id = documents?.[0]?.id ?? '';
    const calls = [
      getTemplate(endpoint, id),
      updateTemplate(endpoint, id, { name: 'Mine' }),
      duplicateTemplate(endpoint, id, 'Mine'),
      toggleTemplateStar(endpoint, id),
      deleteTemplate(endpoint, id),
      createTemplateRole(endpoint, id, role('Mine')),
      createField(endpoint, id, field('mine', 'Tenant')),
      createTemplateDocument(endpoint, id, pdfFile('mine.pdf')),
      getTemplateDocument(endpoint, document_id),
      deleteTemplateDocument(endpoint, document_id),
      getTemplateDocumentDownloadLink(endpoint, id, document_id),
      getTemplateDocumentPageDisplayUri(endpoint, document_id, 1),
    ];
    expect(new Set((await Promise.all(calls.map(refusal))).map(({ status }) => status))).toEqual(new Set([404]));
  });

  it('satisfies the client’s permission helpers', async () => {
    const template = await lease({ visibility: 'shared' });
    const { profile } = ada;
    const helpers = [
      userIsTemplateCreator,
      userHasSharedTemplate,
      userCanReadTemplate,
      userCanUpdateTemplate,
      userCanDeleteTemplate,
      userCanMakeTemplatePublic,
      userCanSendTemplate,
      userCanBuildTemplate,
      userCanPreviewTemplate,
    ];
    for (const helper of helpers) expect(helper(profile, template)).toBe(true);
    for (const helper of helpers.slice(0, 4)) expect(helper(stranger.profile, template)).toBe(false);
    expect(canPerformTemplateAction(profile, 'read', template).canPerform).toBe(true);
  });
});

describe('template documents', () => {
  it('are added, read, downloaded, shown and deleted', async () => {
    const template = await lease();
    const progress: number[] = [];
    const name = "It's (2) ünï 🙂.pdf";
    const added = await createTemplateDocument(ada.endpoint, template.id, pdfFile(name, 3), (percent) =>
      progress.push(percent),
    );
    expect(added).toMatchObject({ template_id: template.id, name, pages: 3, order: 1, mime: 'application/pdf' });
    expect(progress.at(-1)).toBe(100);
    expect(await getTemplateDocument(ada.endpoint, added.id)).toEqual(added);
    expect((await getTemplate(ada.endpoint, template.id)).documents?.map(({ id }) => id)).toContain(added.id);

    const download = await follow(await getTemplateDocumentDownloadLink(ada.endpoint, template.id, added.id));
    expect(download).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(download.disposition).toMatch(/^attachment; /);
    expect(download.disposition).toContain(encodeURIComponent('ünï 🙂.pdf'));
    expect(isPdf(download.bytes)).toBe(true);
    const preview = await follow(await getTemplateDocumentPreviewLink(ada.endpoint, template.id, added.id));
    expect(preview).toMatchObject({ status: 200, disposition: expect.stringMatching(/^inline/) });

    const files = forFiles(api, ada.endpoint);
    for (const file of [
      await downloadTemplateDocument(files, added.id),
      await getTemplateDocumentFile(files, template.id, added.id),
    ]) {
      expect(new Uint8Array(await file.arrayBuffer())).toEqual(download.bytes);
    }
    const thumbnail = await getTemplateDocumentThumbnail(files, template.id, added.id);
    expect(thumbnail.type).toBe('image/png');

    for (const variant of ['original', 'tagged'] as const) {
      const { width, height } = await pngSize(
        await getTemplateDocumentPageDisplayUri(ada.endpoint, added.id, 3, variant),
      );
      expect(width / height).toBeCloseTo(612 / 792, 2);
    }
    expect((await refusal(getTemplateDocumentPageDisplayUri(ada.endpoint, added.id, 4))).status).toBe(404);
    expect((await refusal(getTemplateDocumentPageDisplayUri(ada.endpoint, added.id, 0))).status).toBe(406);

    expect(await deleteTemplateDocument(ada.endpoint, added.id)).toBe('OK');
    expect((await refusal(getTemplateDocument(ada.endpoint, added.id))).status).toBe(404);
  });

  it('take their fields with them', async () => {
    const template = await lease();
    await deleteTemplateDocument(ada.endpoint, template.documents?.[0]?.id ?? '');
    expect(await getTemplate(ada.endpoint, template.id)).toMatchObject({
      documents: [],
      fields: [],
      is_sendable: false,
    });
  });
});
