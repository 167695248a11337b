import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Batch, Template } from '../shared/answers.ts';
import { ActForm, SendButton } from '../shared/parts.tsx';
import { keepReading } from '../shared/run.ts';
import { ask } from '../user/session.ts';
import { act } from './batch-progress.tsx';
import { quoted, w } from './words/index.ts';

type Target = Batch['mapping'][number];

const MEMBERS = ['full_name', 'first_name', 'last_name', 'email', 'phone', 'message', 'locale'] as const;
const OF_ENVELOPES = ['name', 'description', 'expires_at'] as const;
/** Kinds of fields that a sender can't fill. */
const NOT_FILLED: readonly string[] = ['signature', 'initial', 'attachment', 'timestamp', 'payment'];

/** The value of an option: the members in one order, so that equal uses are equal texts. */
const textOf = (target: Target): string => {
  if (!target) return '';
  if (target.kind === 'recipient') return JSON.stringify(['recipient', target.role_name, target.member]);
  return JSON.stringify(target.kind === 'field' ? ['field', target.name] : ['envelope', target.member]);
};

const targetOf = (value: string): Target => {
  if (value === '') return null;
  const [kind, first, second] = JSON.parse(value) as string[];
  if (kind === 'recipient') return { kind, role_name: first, member: second } as Target;
  return (kind === 'field' ? { kind, name: first } : { kind, member: first }) as Target;
};

/** Use of each column. Saving it has the rows checked. */
export const Columns = ({ batch, change }: { batch: Batch; change: (changed: Batch) => void }) => {
  const template = useSignal<Template | null>(null);
  useEffect(
    () =>
      keepReading(async () => {
        template.value = await ask<Template>('GET', `/v2/templates/${batch.template_id}`);
      }),
    [],
  );
  const save = async (given: FormData): Promise<void> => {
    const mapping = batch.columns.map((_, index) => targetOf(String(given.get(`column-${index}`) ?? '')));
    await ask<Batch>('PATCH', `/v2/batches/${batch.id}`, { mapping });
    change(await act(batch.id, 'check'));
  };
  if (!template.value) return null;
  return (
    <section aria-labelledby="batch-columns">
      <h3 id="batch-columns">{w.batchColumns}</h3>
      <p class="soft">{w.batchColumnsAbout}</p>
      <ActForm act={save}>
        {batch.columns.map((column, index) => (
          <div key={column}>
            <label for={`column-${index}`}>
              <bdi class="own">{column}</bdi>
            </label>
            <select id={`column-${index}`} name={`column-${index}`}>
              <Uses template={template.value as Template} chosen={textOf(batch.mapping[index] ?? null)} />
            </select>
          </div>
        ))}
        <SendButton look="other">{w.batchSaveColumns}</SendButton>
      </ActForm>
    </section>
  );
};

/** All uses that a template has for a column. */
const Uses = ({ template: { roles, fields }, chosen }: { template: Template; chosen: string }) => {
  const option = (target: Target, words: string) => (
    <option key={textOf(target)} value={textOf(target)} selected={textOf(target) === chosen}>
      {words}
    </option>
  );
  return (
    <>
      {option(null, w.batchUnused)}
      {roles.map(({ name }) => (
        <optgroup key={name} label={quoted(name)}>
          {MEMBERS.map((member) =>
            option({ kind: 'recipient', role_name: name, member }, `${quoted(name)}: ${w[`batchMember_${member}`]}`),
          )}
        </optgroup>
      ))}
      <optgroup label={w.batchFields}>
        {fields
          .filter(({ type }) => !NOT_FILLED.includes(type))
          .map(({ name, label }) => option({ kind: 'field', name }, quoted(label || name)))}
      </optgroup>
      <optgroup label={w.batchEnvelope}>
        {OF_ENVELOPES.map((member) => option({ kind: 'envelope', member }, w[`batchEnvelope_${member}`]))}
      </optgroup>
    </>
  );
};
