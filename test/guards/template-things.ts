import { newId } from '../../lib/base/ids.ts';
import { ok } from '../stories/envelope.ts';
import { base64, lease, pdf, signature } from '../templates/material.ts';
import type { Colleague, World } from './callers.ts';
import { type Change, type Thing, thing } from './thing.ts';

type Visibility = 'private' | 'shared' | 'public';

/** A template with what callers may take away from it: whoever may add puts something there again. */
interface Filled {
  template_id: string;
  roles: string[];
  fields: string[];
  document_id: string;
}

const role = { name: 'Witness', type: 'signer', sequence: 3 };

/** Keeps account of what is there, if the call was carried out. */
const noted = async <A extends { status: number }>(call: Promise<A>, note: (answer: A) => void): Promise<A> => {
  const answer = await call;
  if (answer.status === 200) note(answer);
  return answer;
};

const BESIDE_DRAFTS =
  'An application changes drafts by `updateDraft`, and needs the scope `templates:write` for the operations on templates beside.';

/**
 * Changes of what a template or a draft consists of: one guard has them all, so where not `all` are tried, two stand
 * for them.
 */
const contents = <T extends Filled>({ because, all = true }: { because?: string; all?: boolean } = {}): Change<T>[] =>
  (
    [
      {
        by: 'updateTemplateContents',
        strength: 2,
        try: (as, path) => as.updateTemplateContents({ path, body: { fields: [{ name: 'tenant-signature', x: 90 }] } }),
      },
      {
        by: 'createRole',
        strength: 2,
        try: (as, path) => {
          const name = newId();
          return noted(as.createRole({ path, body: { ...role, name } }), () => path.roles.push(name));
        },
      },
      {
        by: 'updateRole',
        strength: 2,
        try: (as, path) => as.updateRole({ path: { ...path, role_name: 'Tenant' }, body: { message: 'Please.' } }),
      },
      {
        by: 'deleteRole',
        strength: 2,
        try: (as, path) =>
          noted(as.deleteRole({ path: { ...path, role_name: path.roles.at(-1) ?? '' } }), () => path.roles.pop()),
      },
      {
        by: 'createField',
        strength: 2,
        try: (as, path) => {
          const name = newId();
          return noted(as.createField({ path, body: signature(name, 'Tenant') }), () => path.fields.push(name));
        },
      },
      {
        by: 'updateField',
        strength: 2,
        try: (as, path) => as.updateField({ path: { ...path, field_name: 'tenant-signature' }, body: { x: 100 } }),
      },
      {
        by: 'deleteField',
        strength: 2,
        try: (as, path) =>
          noted(as.deleteField({ path: { ...path, field_name: path.fields.at(-1) ?? '' } }), () => path.fields.pop()),
      },
      {
        by: 'createTemplateDocument',
        strength: 2,
        letIn: 'unusable_document',
        try: (as, { template_id }) => as.createTemplateDocument({ body: { template_id, name: 'a.pdf', data: 'AAAA' } }),
      },
      {
        by: 'replaceTemplateDocumentFile',
        strength: 2,
        letIn: 'unusable_document',
        try: (as, { document_id }) =>
          as.replaceTemplateDocumentFile({ path: { document_id }, body: { name: 'a.pdf', data: 'AAAA' } }),
      },
    ] satisfies Change<T>[]
  )
    .filter(({ by }) => all || by === 'updateTemplateContents' || by === 'createTemplateDocument')
    .map((change): Change<T> => ({ ...change, keeps: true, ...(because === undefined ? {} : { because }) }));

const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const BODY = lease({
  roles: [
    { name: 'Tenant', type: 'signer', sequence: 1, ...ADA },
    { ...role, ...ADA, type: 'cc' },
  ],
  fields: [signature('tenant-signature', 'Tenant'), { ...signature('second', 'Tenant'), y: 300 }],
  documents: ['lease.pdf', 'annex.pdf'].map((name) => ({ name, data: base64(pdf()) })),
});

const originals = new Map<string, string>();

/** A template of the member's: a copy, because a document that is given has to be looked through. */
const makeTemplate = async ({ api }: World, maker: Colleague, visibility: Visibility): Promise<Filled> => {
  const as = api.as(maker);
  const kind = `${maker.profile_id} ${visibility}`;
  const original = originals.get(kind) ?? ok(await as.createTemplate({ body: { ...BODY, visibility } })).id;
  originals.set(kind, original);
  const copied = await as.duplicateTemplate({
    path: { template_id: original },
    body: { action: 'duplicate', name: 'Lease' },
  });
  const { id: template_id, documents } = ok(copied);
  return { template_id, roles: ['Witness'], fields: ['second'], document_id: documents[1].id };
};

const NAME = 'With `template_owner` colleagues send in the name of whoever made it: only that member says so.';
const SHOWN = 'Members have the permission `template:member:delete`, and not `template:member:visibility`.';
const COPY = 'A copy is a template of the one who makes it, which needs the right to have such a one.';

const template = (visibility: Visibility): Thing =>
  thing<Filled>({
    name: `A ${visibility} template`,
    ofMember: true,
    make: (world, maker) => makeTemplate(world, maker, visibility),
    changes: [
      { by: 'toggleTemplateStar', strength: 1, keeps: true, try: (as, path) => as.toggleTemplateStar({ path }) },
      {
        by: 'updateTemplate',
        does: 'name',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateTemplate({ path, body: { name: newId() } }),
      },
      ...contents<Filled>({ all: visibility === 'shared' }),
      { by: 'deleteTemplateDocument', strength: 2, try: (as, path) => as.deleteTemplateDocument({ path }) },
      {
        by: 'updateTemplate',
        does: 'sender',
        strength: 2,
        ...(visibility === 'private' ? {} : { because: NAME }),
        try: (as, path) => as.updateTemplate({ path, body: { sender: 'template_owner' } }),
      },
      {
        by: 'updateTemplate',
        does: 'visibility',
        strength: 3,
        ...(visibility === 'private' ? {} : { because: SHOWN }),
        try: (as, path) =>
          as.updateTemplate({ path, body: { visibility: visibility === 'private' ? 'shared' : 'private' } }),
      },
      { by: 'deleteTemplate', strength: 3, try: (as, path) => as.deleteTemplate({ path }) },
    ],
  });

const use = (visibility: Visibility): Thing =>
  thing<Filled>({
    name: `The use of a ${visibility} template`,
    ofMember: true,
    make: (world, maker) => makeTemplate(world, maker, visibility),
    changes: [
      {
        by: 'duplicateTemplate',
        strength: 1,
        keeps: true,
        ...(visibility === 'private' ? {} : { because: COPY }),
        try: (as, path) => as.duplicateTemplate({ path, body: { action: 'duplicate', name: 'Copy' } }),
      },
      {
        by: 'createDraft',
        does: 'from it',
        strength: 2,
        keeps: true,
        try: (as, { template_id }) => as.createDraft({ body: { template_id } }),
      },
      {
        by: 'createBatch',
        strength: 2,
        keeps: true,
        try: (as, { template_id }) => as.createBatch({ body: { template_id, rows: [{ Name: 'Ada' }] } }),
      },
      {
        by: 'createEnvelope',
        does: 'from it',
        strength: 2,
        keeps: true,
        try: (as, { template_id }) =>
          as.createEnvelope({ body: { template_id, name: 'From a template', no_contact: true, recipients } }),
      },
    ],
  });

const recipients = ['Tenant', 'Witness'].map((role_name) => {
  return { role_name, first_name: 'Ada', last_name: role_name, email: `${role_name}@example.com` };
});

type Linked = Filled & { link_id: string };

const link = (): Thing =>
  thing<Linked>({
    name: 'A link of a shared template',
    ofMember: true,
    make: async (world, maker) => {
      const filled = await makeTemplate(world, maker, 'shared');
      const path = { template_id: filled.template_id };
      return { ...filled, link_id: ok(await world.api.as(maker).createTemplateLink({ path, body: {} })).id };
    },
    changes: [
      {
        by: 'signTemplateLinkAddress',
        strength: 1,
        keeps: true,
        try: (as, path) => as.signTemplateLinkAddress({ path, body: { values: {} } }),
      },
      {
        by: 'createTemplateLink',
        strength: 3,
        keeps: true,
        try: (as, path) => as.createTemplateLink({ path, body: {} }),
      },
      {
        by: 'updateTemplateLink',
        strength: 3,
        keeps: true,
        try: (as, path) => as.updateTemplateLink({ path, body: { cap: 5 } }),
      },
      { by: 'deleteTemplateLink', strength: 3, try: (as, path) => as.deleteTemplateLink({ path }) },
    ],
  });

type Draft = Filled & { draft_id: string };

const draft = (visibility: 'private' | 'shared'): Thing => {
  let template_id: string | undefined;
  const because = visibility === 'shared' ? BESIDE_DRAFTS : undefined;
  const beside = because === undefined ? {} : { because };
  return thing<Draft>({
    name: `A ${visibility} draft`,
    ofMember: true,
    make: async (world: World, maker: Colleague) => {
      template_id ??= (await makeTemplate(world, world.creator, 'shared')).template_id;
      const begun = { name: 'Lease', template_id, visibility, no_contact: true };
      const { id, documents } = ok(await world.api.as(maker).createDraft({ body: begun }));
      return { draft_id: id, template_id: id, roles: ['Witness'], fields: ['second'], document_id: documents[1].id };
    },
    changes: [
      { by: 'duplicateDraft', strength: 1, keeps: true, try: (as, path) => as.duplicateDraft({ path, body: {} }) },
      { by: 'sendDraftTest', strength: 1, keeps: true, try: (as, path) => as.sendDraftTest({ path }) },
      {
        by: 'toggleTemplateStar',
        strength: 1,
        keeps: true,
        ...beside,
        try: (as, path) => as.toggleTemplateStar({ path }),
      },
      {
        by: 'updateTemplate',
        does: 'name',
        strength: 2,
        keeps: true,
        ...beside,
        try: (as, path) => as.updateTemplate({ path, body: { name: newId() } }),
      },
      {
        by: 'updateDraft',
        does: 'name',
        strength: 2,
        keeps: true,
        try: (as, path) => as.updateDraft({ path, body: { name: newId() } }),
      },
      ...contents<Draft>({ ...beside, all: visibility === 'shared' }),
      { by: 'deleteTemplateDocument', strength: 2, ...beside, try: (as, path) => as.deleteTemplateDocument({ path }) },
      {
        by: 'updateDraft',
        does: 'visibility',
        strength: 3,
        try: (as, path) =>
          as.updateDraft({ path, body: { visibility: visibility === 'private' ? 'shared' : 'private' } }),
      },
      { by: 'deleteTemplate', strength: 3, ...beside, try: (as, path) => as.deleteTemplate({ path }) },
      { by: 'deleteDraft', strength: 3, try: (as, path) => as.deleteDraft({ path }) },
      { by: 'sendDraft', strength: 3, try: (as, path) => as.sendDraft({ path, body: {} }) },
    ],
  });
};

/** A batch is its maker's alone: whoever else can't know of it. */
const batch = (): Thing =>
  thing<{ batch_id: string }>({
    name: "A member's batch",
    ofMember: true,
    make: async (world, maker) => {
      const { template_id } = await makeTemplate(world, maker, 'private');
      const { id } = ok(await world.api.as(maker).createBatch({ body: { template_id, rows: [{ Name: 'Ada' }] } }));
      return { batch_id: id };
    },
    changes: [
      {
        by: 'updateBatch',
        strength: 1,
        keeps: true,
        try: (as, path) => as.updateBatch({ path, body: { name: newId() } }),
      },
      {
        by: 'actOnBatch',
        does: 'check',
        strength: 2,
        keeps: true,
        try: (as, path) => as.actOnBatch({ path, body: { action: 'check' } }),
      },
      {
        by: 'actOnBatch',
        does: 'cancel',
        strength: 3,
        keeps: true,
        try: (as, path) => as.actOnBatch({ path, body: { action: 'cancel' } }),
      },
      { by: 'deleteBatch', strength: 3, try: (as, path) => as.deleteBatch({ path }) },
    ],
  });

/** Templates and drafts. */
export const TEMPLATE_THINGS: readonly Thing[] = [
  template('private'),
  template('shared'),
  template('public'),
  use('private'),
  use('shared'),
  use('public'),
  link(),
  draft('private'),
  draft('shared'),
  batch(),
  thing({
    name: 'The list of templates',
    make: async () => ({}),
    changes: [
      {
        by: 'createTemplate',
        does: 'private',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.createTemplate({ body: { name: 'Mine' } }),
      },
      {
        by: 'createTemplateFromSharepoint',
        strength: 1,
        keeps: true,
        inOwn: true,
        letIn: 'sharepoint_unavailable',
        try: (as) => as.createTemplateFromSharepoint({ body: SHAREPOINT }),
      },
      {
        by: 'createTemplate',
        does: 'shared',
        strength: 2,
        keeps: true,
        inOwn: true,
        try: (as) => as.createTemplate({ body: { name: 'Mine', visibility: 'shared' } }),
      },
      {
        by: 'createTemplate',
        does: 'public',
        strength: 3,
        keeps: true,
        inOwn: true,
        try: (as) => as.createTemplate({ body: { name: 'Mine', visibility: 'public' } }),
      },
    ],
  }),
  thing({
    name: 'The list of envelopes',
    make: async () => ({}),
    changes: [
      {
        by: 'createUpload',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.createUpload({ body: { name: 'a.pdf', size: 1000 } }),
      },
      {
        by: 'createDraft',
        strength: 1,
        keeps: true,
        inOwn: true,
        try: (as) => as.createDraft({ body: { name: 'Mine' } }),
      },
      { by: 'createEnvelope', strength: 2, keeps: true, inOwn: true, try: (as) => as.createEnvelope({ body: DIRECT }) },
    ],
  }),
];

const SHAREPOINT = { name: 'Lease', siteId: 'example.sharepoint.com,a-b,c-d', itemId: '01ABC', oboToken: 'the.token' };

const DIRECT = {
  name: 'Mine',
  no_contact: true,
  documents: [{ name: 'a.pdf', data: base64(pdf()) }],
  recipients: [{ ...role, role_name: 'Signer', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' }],
  fields: [{ ...signature('signature', 'Signer'), document_id: 0 }],
};
