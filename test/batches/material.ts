import { expect } from 'vitest';
import type { Api, Person } from '../api.ts';
import { ok } from '../stories/envelope.ts';
import { lease, signature } from '../templates/material.ts';

/** A template of one signer, whose rent, start and pets the sender may give. */
const rental = (more: Record<string, unknown> = {}) =>
  lease({
    name: 'Rental',
    roles: [{ name: 'Tenant', type: 'signer', sequence: 1 }],
    fields: [
      signature('tenant-signature', 'Tenant'),
      box('rent', 'textbox', 200, { settings: { max_length: 8 } }),
      box('start', 'date', 230),
      box('pets', 'dropdown', 260, {
        options: [
          { id: 'none', label: 'No pets' },
          { id: 'cat', label: 'A cat' },
        ],
      }),
    ],
    ...more,
  });

const box = (name: string, type: string, y: number, more: object = {}) => ({
  name,
  role_name: 'Tenant',
  type,
  page: 1,
  x: 72,
  y,
  ...more,
});

/** Mailboxes that no other test has. */
let tenants = 0;
export const tenantAddress = (): string => {
  tenants += 1;
  return `tenant-${process.pid}-${tenants}@batches.example.com`;
};

/** Rows of so many tenants. */
export const tenantRows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    Name: `Ada Number${at}`,
    'E-mail': tenantAddress(),
    rent: String(1000 + at),
  }));

export const makeTemplate = async (api: Api, owner: Person, more: Record<string, unknown> = {}): Promise<string> =>
  ok(await api.as(owner).createTemplate({ body: rental(more) })).id;

/** A batch of the person's that was checked. */
export const checkedBatch = async (api: Api, owner: Person, body: Record<string, unknown>) => {
  const { id } = ok(await api.as(owner).createBatch({ body }));
  await actOn(api, owner, id, 'check');
  await api.settle();
  const batch = ok(await api.as(owner).getBatch({ path: { batch_id: id } }));
  expect(batch.status).toBe('checked');
  return batch;
};

export const actOn = (api: Api, by: { token: string }, batch_id: string, action: string, more: object = {}) =>
  api.as(by).actOnBatch({ path: { batch_id }, body: { action, ...more } });

export const readBatch = async (api: Api, by: { token: string }, batch_id: string) =>
  ok(await api.as(by).getBatch({ path: { batch_id } }));

/** All rows of a batch, in one state if it is given. */
export const allRows = async (api: Api, by: { token: string }, batch_id: string, state?: string) => {
  const rows = [];
  for (let after: number | null = 0; after !== null; ) {
    const query: Record<string, unknown> = { after, rows: 100, ...(state ? { state } : {}) };
    const page: {
      rows: { index: number; state: string; envelope_id: string | null; problems: unknown[] }[];
      next: number | null;
    } = ok(await api.as(by).getBatchRows({ path: { batch_id }, query }));
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
};

/** All envelopes that were made from a template. */
export const envelopesOf = async (api: Api, by: { token: string }, template_id: string) => {
  const found = [];
  for (let page = 0; ; page++) {
    const { envelopes } = ok(await api.as(by).getEnvelopes({ query: { template_id, rows: 100, page } }));
    found.push(...envelopes);
    if (envelopes.length < 100) return found;
  }
};
