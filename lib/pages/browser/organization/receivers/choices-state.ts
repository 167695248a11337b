import { signal } from '@preact/signals';
import type { Member, TemplateList } from '../../shared/answers.ts';
import { ask, onOtherProfile } from '../../user/session.ts';
import { may } from '../parts/rights.ts';

/** Templates and senders that a webhook can be narrowed to. */

interface Named {
  id: string;
  name: string;
}

export const templates = signal<readonly Named[]>([]);
export const senders = signal<readonly Named[]>([]);
onOtherProfile(() => {
  templates.value = [];
  senders.value = [];
});

/** Reads them, as far as the user may see them. */
export const readChoices = async (): Promise<void> => {
  await Promise.all([readTemplates(), readSenders()]);
};

const readTemplates = async (): Promise<void> => {
  if (!may('template:member:read')) return;
  ({ templates: templates.value } = await ask<TemplateList>('GET', '/v2/templates?rows=100'));
};

const readSenders = async (): Promise<void> => {
  if (!may('member:view')) return;
  const members = await ask<Member[]>('GET', '/v2/organization-members');
  senders.value = members.map(({ id, first_name, last_name, email }) => ({
    id,
    name: `${first_name} ${last_name}`.trim() || email,
  }));
};
