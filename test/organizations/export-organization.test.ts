import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agree } from '../../infra/local/story/signing.ts';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { putFile } from '../../lib/aws/files/file-store.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { changeRecord } from '../../lib/storage/engine/client.ts';
import { LIST_PARTS, templateDocumentKey } from '../../lib/storage/engine/keys.ts';
import { changeOrganization } from '../../lib/storage/organization-family.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { callsOf } from '../aws-calls.ts';
import { checkedBatch, makeTemplate, tenantRows } from '../batches/material.ts';
import { memberOf, outcome, signIn } from '../members/member.ts';
import { ok, openSession, pdf, recipient, sendEnvelope, sign, signatureField } from '../stories/envelope.ts';
import { lease } from '../templates/material.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ask = (person: Pick<Person, 'token' | 'organization_id'>, organization_id = person.organization_id) =>
  api.as(person).exportOrganization({ path: { organization_id } });

const download = async (url: string): Promise<Record<string, Uint8Array>> => {
  const answer = await fetch(url);
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  return unzipSync(new Uint8Array(await answer.arrayBuffer()));
};

const read = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(Buffer.from(files[name] ?? '').toString() || 'null');

describe('an export', () => {
  test('contains the records, templates, envelopes and documents of the organization, and no secret', async () => {
    const ada = await api.signUp();
    await changeOrganization(ada.organization_id, { list_parts: LIST_PARTS });
    const member = await memberOf(api, ada, 'member');
    const signer = recipient('Signer', 1);
    const letter = { name: 'letter', role_name: 'Signer', type: 'attachment', page: 1, x: 72, y: 400, required: false };
    const envelope = await sendEnvelope(api, ada, [signer], {
      fields: [signatureField('Signer'), { ...letter, document_id: 0 }],
    });
    const session = await openSession(api, envelope, 'Signer');
    await agree(api, session);
    const form = new FormData();
    form.append('document', new Blob(['%PDF-1.7 Dear Ada'], { type: 'text/plain' }), 'letter.pdf');
    const path = { envelope_id: envelope.id, role_name: 'Signer', field_name: 'letter' };
    ok(await api.as(session).updateRecipientField({ path, form }));
    await sign(api, envelope, 'Signer');
    const draft = await api.as(member).createTemplate({ body: { ...lease(), name: 'Private: a/b' } });
    await api.as(ada).createOrganizationContact({ body: { first_name: 'A', last_name: 'B', email: 'a@example.com' } });
    const key = await api.as(ada).createApiKey({ body: { name: 'K' } });
    const group = await api.as(ada).createGroup({ body: { name: 'G', permissions: ['org:view'] } });
    await api.as(ada).addGroupMember({ path: { group_id: group.body.id }, body: { profile_id: member.profile_id } });
    const template_id = await makeTemplate(api, member);
    const { id: batch_id } = await checkedBatch(api, member, { template_id, rows: tenantRows(2), name: 'May' });
    await api.settle();

    const begun = await ask(ada);
    expect(begun.body).toMatchObject({ status: 'running', finished_at: null, files: [] });
    expect(callsOf('exportOrganization').map(({ command }) => command)).toEqual(['Get', 'TransactWrite']);
    await api.settle();
    const ready = await ask(ada);
    expect(ready.body).toMatchObject({ id: begun.body.id, status: 'ready' });
    expect(ready.body.files).toHaveLength(1);
    const files = await download(ready.body.files[0].url);
    const names = Object.keys(files);
    expect(read(files, 'organization.json')).toMatchObject({ id: ada.organization_id });
    expect(read(files, 'members.json')).toHaveLength(2);
    expect(read(files, 'contacts.json')).toMatchObject([{ email: 'a@example.com' }]);
    expect(read(files, 'groups.json')).toMatchObject([{ name: 'G', members: [member.profile_id] }]);
    expect(read(files, 'api-keys.json')).toMatchObject([{ client_id: key.body.client_id }]);
    expect(read(files, 'usage.json')).toMatchObject([{ envelope: 1, template: 2 }]);
    const lines = Buffer.from(files['Administration/administration-000000001.ndjson'] ?? '').toString();
    const kinds = lines.trimEnd().split('\n');
    expect(kinds.map((line) => JSON.parse(line).metadata.event_code)).toContain('api_key:created');
    const templates = names.filter((name) => name.endsWith('template.json')).map((name) => read(files, name));
    expect(templates).toContainEqual(expect.objectContaining({ id: draft.body.id, name: 'Private: a/b' }));
    const batch = `Batch May ${batch_id.slice(-12)}`;
    expect(read(files, `${batch}/batch.json`)).toMatchObject({ id: batch_id, status: 'checked', rows: 2 });
    expect(Buffer.from(files[`${batch}/rows.csv`] ?? '').toString()).toMatch(/\r\n1,waiting,,,,,,Ada Number0,/);
    const folder = names.find((name) => name.endsWith('/audit.json'))?.replace(/[^/]+$/, '') ?? '';
    const audit = read(files, `${folder}audit.json`);
    expect(audit).toMatchObject({ envelope_id: envelope.id, intact: true });
    const [document, certificate] = audit.documents;
    expect(sha256(files[`${folder}originals/contract.pdf`] ?? '')).toBe(document.sha256);
    expect(sha256(files[`${folder}sealed/contract.pdf`] ?? '')).toBe(document.sealed_sha256);
    expect(sha256(files[`${folder}certificate.pdf`] ?? '')).toBe(certificate.sealed_sha256);
    expect(Buffer.from(files[`${folder}attachments/letter - letter.pdf`] ?? '').toString()).toBe('%PDF-1.7 Dear Ada');
    const text = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => Buffer.from(files[name] ?? '').toString());
    expect(text.join('\n')).not.toMatch(
      /secret_hash"|password_hash"|"pk"|"sk"|gsi1|in_app_key|client_secret": "[^*]|argon2/,
    );
  });

  test('says by folders what a file is, whatever it is called', async () => {
    const ada = await api.signUp();
    const names = ['certificate.pdf', 'audit.json', '../sealed/contract', 'Certificate of completion'];
    const documents = names.map((name) => ({ name, data: pdf() }));
    const envelope = await sendEnvelope(api, ada, [recipient('One', 1)], { name: 'A/Template B', documents });
    await sign(api, envelope, 'One');
    await api.settle();
    await ask(ada);
    await api.settle();
    const files = await download((await ask(ada)).body.files[0].url);
    const folder = Object.keys(files)
      .find((name) => name.endsWith('/audit.json'))
      ?.replace(/[^/]+$/, '');
    expect(folder).toMatch(/^Envelope A_Template B [0-9a-f]{12}\/$/);
    const inside = Object.keys(files).flatMap((name) =>
      name.startsWith(`${folder}`) ? name.slice(folder?.length) : [],
    );
    const pdfs = ['Certificate of completion.pdf', 'audit.json.pdf', 'certificate.pdf', 'contract.pdf'];
    const expected = ['originals', 'sealed'].flatMap((kind) => pdfs.map((name) => `${kind}/${name}`));
    expect(inside.sort()).toEqual(['audit.json', 'certificate.pdf', 'envelope.json', ...expected].sort());
    const [certificate] = read(files, `${folder}audit.json`).documents.filter(
      ({ type }: { type: string }) => type === 'certificate',
    );
    expect(sha256(files[`${folder}certificate.pdf`] ?? '')).toBe(certificate.sealed_sha256);
  });

  test('is split into several archives, each complete, if one would be too large', async () => {
    const ada = await api.signUp();
    const large = new Uint8Array(20 * 1024 * 1024);
    for (const name of ['One', 'Two', 'Three']) {
      const { body } = await api.as(ada).createTemplate({ body: { ...lease(), name } });
      for (const { id } of body.documents) {
        await putFile(fileKeys.templateDocument(ada.organization_id, body.id, id), large, 'application/pdf');
        await changeRecord(templateDocumentKey(body.id, id), { set: { sha256: sha256(large) } });
      }
    }
    await ask(ada);
    await api.settle();
    const { body } = await ask(ada);
    expect(body.files.length).toBeGreaterThan(1);
    const names: string[] = [];
    for (const { url, size } of body.files) {
      expect(size).toBeLessThan(60 * 1024 * 1024);
      names.push(...Object.keys(await download(url)));
    }
    expect(names.filter((name) => name.endsWith('template.json'))).toHaveLength(3);
    expect(names.filter((name) => name.endsWith('.pdf'))).toHaveLength(3 * lease().documents.length);
    expect(new Set(names).size).toBe(names.length);
  });

  test('is made at most once an hour', async () => {
    await using _clock = await api.freezeClock();
    const ada = await api.signUp();
    const begun = await Promise.all([1, 2, 3].map(() => ask(ada)));
    expect(new Set(begun.map(({ body }) => body.id)).size).toBe(1);
    await api.settle();
    expect((await ask(ada)).body).toMatchObject({ id: begun[0]?.body.id, status: 'ready' });
    const [old] = (await ask(ada)).body.files;
    await api.advance('PT61M');
    const later = { ...ada, ...(await signIn(api, ada)) };
    const again = await ask(later);
    expect(again.body).toMatchObject({ status: 'running' });
    expect(again.body.id).not.toBe(begun[0]?.body.id);
    await api.settle();
    expect((await ask(later)).body.status).toBe('ready');
    expect((await fetch(old.url)).status).toBe(404);
  });

  test('is for owners of the organization alone', async () => {
    const [ada, stranger] = [await api.signUp(), await api.signUp()];
    const admin = await memberOf(api, ada, 'admin');
    expect(outcome(await ask(admin))).toBe('401 forbidden');
    expect(outcome(await ask(stranger, ada.organization_id))).toBe('404 not_found');
  });
});
