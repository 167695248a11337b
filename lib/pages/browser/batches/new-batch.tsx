import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Batch, Template, Upload } from '../shared/answers.ts';
import { ActForm, faultOf, InputFault, SendButton } from '../shared/parts.tsx';
import { newRequestKey } from '../shared/request-key.ts';
import { InputRefused, keepReading } from '../shared/run.ts';
import { go } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { w } from './words/index.ts';

/** Bytes up to which a file goes through the API; larger ones go to the bucket. */
const LARGEST_IN_REQUEST = 4_000_000;

/** Sends a file to the bucket, and returns the id by which the API finds it. */
const uploaded = async (file: File): Promise<string> => {
  const mime = file.type === 'application/json' ? file.type : 'text/csv';
  const { id, url, headers } = await ask<Upload>('POST', '/v2/uploads', { name: file.name, size: file.size, mime });
  const { ok } = await fetch(url, { method: 'PUT', headers, body: file });
  if (!ok) throw new InputRefused('file', w.batchNotUploaded);
  return id;
};

const make = async (template_id: string, file: File, key: string): Promise<Batch> => {
  if (file.size > LARGEST_IN_REQUEST) {
    return ask<Batch>('POST', '/v2/batches', { template_id, data: await uploaded(file) }, key);
  }
  const form = new FormData();
  form.append('template_id', template_id);
  form.append('file', file);
  return ask<Batch>('POST', '/v2/batches', form, key);
};

/** Asks for the file whose rows are to be sent with a template. */
export const NewBatch = ({ template_id }: { template_id: string }) => {
  const template = useSignal<Template | null>(null);
  useEffect(
    () =>
      keepReading(async () => {
        template.value = await ask<Template>('GET', `/v2/templates/${template_id}`);
      }),
    [],
  );
  const take = async (given: FormData): Promise<void> => {
    const file = given.get('file');
    if (!(file instanceof File) || file.size === 0) throw new InputRefused('file', w.batchNoFile);
    const { id } = await make(template_id, file, newRequestKey());
    await go(`/batches?batch=${id}`, 'replace');
  };
  return (
    <ActForm act={take}>
      <p>
        {w.batchTemplate} <bdi class="own">{template.value?.name}</bdi>
      </p>
      <label for="input-file">{w.batchFile}</label>
      <p class="soft" id="about-file">
        {w.batchFileAbout}
      </p>
      <input
        id="input-file"
        name="file"
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv,application/json"
        {...faultOf('file')}
      />
      <InputFault name="file" />
      <SendButton>{w.batchRead}</SendButton>
    </ActForm>
  );
};
