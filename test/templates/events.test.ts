import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usedTemplate } from '../../lib/signing/templates/template-store.ts';
import { collection, transact } from '../../lib/storage/engine/client.ts';
import { outboxKey } from '../../lib/storage/engine/keys.ts';
import type { OutboxEvent } from '../../lib/storage/outbox/outbox.ts';
import { findTemplate } from '../../lib/storage/templates/read.ts';
import { countUses } from '../../lib/storage/usage.ts';
import { type Api, type Person, startApi } from '../api.ts';
import { lease, signature } from './material.ts';

let api: Api;
let owner: Person;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const events = async (): Promise<(string | null)[]> => {
  const all = await collection<OutboxEvent>(outboxKey(owner.organization_id, '').pk);
  const ofTemplates = all.filter(({ webhook_event }) => webhook_event?.startsWith('template_'));
  return ofTemplates.map(({ webhook_event }) => webhook_event);
};
const create = async (more: Record<string, unknown> = {}) =>
  (await api.as(owner).createTemplate({ body: lease(more) })).body;

describe('webhook events', () => {
  test('are sent for changes of a template, but not for each field or star', async () => {
    owner = await api.signUp();
    const { id: template_id, documents } = await create();
    const path = { template_id };
    await api.as(owner).updateTemplate({ path, body: { name: 'Renamed' } });
    await api.as(owner).createRole({ path, body: { name: 'Witness' } });
    await api.as(owner).createField({ path, body: signature('witness', 'Witness') });
    await api.as(owner).updateField({ path: { ...path, field_name: 'witness' }, body: { x: 1 } });
    await api.as(owner).toggleTemplateStar({ path });
    await api.as(owner).deleteTemplateDocument({ path: { document_id: documents[0].id } });
    await api.as(owner).deleteTemplate({ path });
    expect(await events()).toEqual([
      'template_created',
      'template_updated',
      'template_updated',
      'template_updated',
      'template_deleted',
    ]);
  });

  test('contain the summary of the template and no attributes of the table', async () => {
    owner = await api.signUp();
    const template = await create({ data: { internal: true } });
    const [event] = await collection<OutboxEvent>(outboxKey(owner.organization_id, '').pk).then((all) =>
      all.filter(({ webhook_event }) => webhook_event === 'template_created'),
    );
    const { roles, fields, documents, data, is_starred, allowed, version, ...summary } = template;
    expect(event?.data).toEqual(summary);
  });
});

describe('usedTemplate', () => {
  test('counts a use in the record and in every list, and sends an event', async () => {
    owner = await api.signUp();
    const { id: template_id } = await create({ visibility: 'public' });
    await create({ name: 'Unused' });
    const { header } = (await findTemplate(template_id)) ?? expect.fail();
    await transact(usedTemplate(header));
    await transact(usedTemplate(header));
    const { organization_id } = owner;
    const useAt = (at: string) => ({ id: at, organization_id, at, counts: { envelope: 1 }, template_id });
    await countUses(['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z'].map(useAt));
    // Its lists follow the stream.
    await api.settle();
    const { body } = await api.as(owner).getTemplate({ path: { template_id } });
    expect(body).toMatchObject({
      counter: 2,
      last_used_at: '2026-01-02T00:00:00.000Z',
      updated_at: header.updated_at,
    });
    for (const query of [
      { sort_by: 'counter', is_creator: true },
      { sort_by: 'last_used_at', is_creator: true },
      { visibility: 'public' },
    ]) {
      const [first] = (await api.as(owner).getTemplates({ query })).body.templates;
      expect(first).toMatchObject({ id: template_id, counter: 2, last_used_at: body.last_used_at });
    }
    await api.as(owner).updateTemplate({ path: { template_id }, body: { name: 'Still counted' } });
    expect((await api.as(owner).getTemplate({ path: { template_id } })).body.counter).toBe(2);
    expect(await events()).toEqual(expect.arrayContaining(['template_used', 'template_used']));
  });
});
