import type { Draft, Template } from '../shared/answers.ts';
import { InSheet, later } from '../shared/later.tsx';
import { ActButton, ActForm, Choice, Danger, Input, SendButton, textIn } from '../shared/parts.tsx';
import { needsOf } from '../shared/places.ts';
import { newRequestKey } from '../shared/request-key.ts';
import { busy, run } from '../shared/run.ts';
import { closeSheet, Sheet, showSheet } from '../shared/sheet.tsx';
import { go } from '../user/route.ts';
import { ask } from '../user/session.ts';
import { publicLinks } from './public-links.ts';
import { quoted, say, w } from './words/index.ts';

const Links = later(() => publicLinks.load().then((part) => part.Links), InSheet, needsOf('publiclinks'));

/** Acts on a template: each is shown to whoever may carry it out, and to nobody else. */

/** The part of a template that the acts need: a row of a list has it, too. */
type Known = Pick<Template, 'id' | 'name' | 'visibility' | 'allowed' | 'is_sendable'>;

/** News for the page on which the acts are shown. */
export interface Following {
  /** The template has changed. */
  changed: (template: Template) => void;
  /** The template is gone. */
  deleted: () => void;
}

/** Makes a draft of a template, and asks for its people. */
export const sendTemplate = async (template_id: string): Promise<void> => {
  const { id } = await ask<Draft>('POST', '/v2/drafts', { template_id }, newRequestKey());
  await go(`/drafts/${id}?people`);
};

/** Makes an empty template, and opens it. */
export const NewTemplate = () => (
  <Sheet title={w.newTemplate} typing>
    <ActForm
      act={async (typed) => {
        const { id } = await ask<Template>('POST', '/v2/templates', { name: textIn(typed, 'name') }, newRequestKey());
        await go(`/templates/${id}`);
      }}
    >
      <Input name="name" label={w.templateName} maxLength={200} />
      <SendButton>{w.createTemplate}</SendButton>
    </ActForm>
  </Sheet>
);

/** A sheet with all that the user may do with a template. `editing`: it is open in the editor already. */
export const showActs = (template: Known, following: Following, editing = false): void =>
  showSheet(() => <Acts template={template} following={following} editing={editing} />);

const Acts = ({ template, following, editing }: { template: Known; following: Following; editing: boolean }) => {
  const { id, name, allowed, is_sendable } = template;
  const may = (act: Known['allowed'][number]) => allowed.includes(act);
  const duplicate = async (): Promise<void> => {
    const copy = await ask<Template>('PUT', `/v2/templates/${id}`, { action: 'duplicate' }, newRequestKey());
    await go(`/templates/${copy.id}`);
  };
  return (
    <Sheet title={quoted(name)}>
      {may('send') && is_sendable && !editing && (
        <ActButton look="row" act={() => go(`/batches?template=${id}`)}>
          {w.sendToMany}
        </ActButton>
      )}
      {may('change') && !editing && (
        <ActButton look="row" act={() => go(`/templates/${id}`)}>
          {w.editTemplate}
        </ActButton>
      )}
      {may('change') && !editing && (
        <button type="button" class="row" onClick={() => showSheet(() => <Rename {...{ template, following }} />)}>
          {w.rename}
        </button>
      )}
      {may('copy') && (
        <ActButton look="row" act={duplicate}>
          {w.duplicateTemplate}
        </ActButton>
      )}
      {may('change') && may('send') && (
        <button type="button" class="row" onClick={() => showSheet(() => <Links template={template} />)}>
          {w.publicLinks}
        </button>
      )}
      {(may('share') || may('publish')) && <Visible {...{ template, following }} />}
      {may('delete') && (
        <button type="button" class="row bad" onClick={() => showSheet(() => <Delete {...{ template, following }} />)}>
          {w.deleteTemplate}
        </button>
      )}
    </Sheet>
  );
};

interface About {
  template: Known;
  following: Following;
}

const Rename = ({ template: { id, name }, following }: About) => (
  <Sheet title={w.rename} typing>
    <ActForm
      act={async (typed) => {
        const changed = await ask<Template>('PATCH', `/v2/templates/${id}`, { name: textIn(typed, 'name') });
        following.changed(changed);
        closeSheet();
      }}
    >
      <Input name="name" label={w.templateName} value={name} maxLength={200} />
      <SendButton>{w.saveTemplate}</SendButton>
    </ActForm>
  </Sheet>
);

const VISIBILITIES = ['private', 'shared', 'public'] as const;

/** The circle of those who see the template. */
const Visible = ({ template, following }: About) => {
  const { id, visibility, allowed } = template;
  const offered = VISIBILITIES.filter(
    (one) => one === visibility || allowed.includes(one === 'public' ? 'publish' : 'share'),
  );
  const choose = async (to: Known['visibility']): Promise<void> => {
    const changed = await ask<Template>('PATCH', `/v2/templates/${id}`, { visibility: to });
    following.changed(changed);
    closeSheet();
  };
  return (
    <fieldset>
      <legend>{w.share}</legend>
      {offered.map((one) => (
        <Choice
          key={one}
          type="radio"
          name="visibility"
          disabled={busy.value}
          checked={one === visibility}
          onChange={() => void run(() => choose(one))}
        >
          {w[`visibility_${one}`]}
        </Choice>
      ))}
    </fieldset>
  );
};

const Delete = ({ template: { id, name }, following }: About) => (
  <Sheet title={say(w.deleteTemplateTitle, { name })}>
    <p>{w.deleteTemplateAbout}</p>
    <Danger back={closeSheet}>
      <ActButton
        look="danger"
        act={async () => {
          await ask('DELETE', `/v2/templates/${id}`);
          closeSheet();
          following.deleted();
        }}
      >
        {w.deleteTemplate}
      </ActButton>
    </Danger>
  </Sheet>
);
