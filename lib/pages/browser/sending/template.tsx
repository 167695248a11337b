import type { Template } from '../shared/answers.ts';
import { ActButton } from '../shared/parts.tsx';
import { go } from '../user/route.ts';
import { contents, refresh, save } from './editor.ts';
import { sendTemplate, showActs } from './template-acts.tsx';
import { say, w } from './words/index.ts';

/** The bar of a template that is open: how often it was used, and what may be done with it. */
export const TemplateBar = ({ template }: { template: Template }) => {
  const { counter, allowed } = template;
  const fields = contents.value?.fields ?? [];
  const signers = (contents.value?.roles ?? []).filter(({ type }) => type === 'signer');
  const isSendable =
    signers.length > 0 && signers.every(({ name }) => fields.some(({ role_name }) => role_name === name));
  const following = { changed: () => void refresh(), deleted: () => void go('/templates', 'replace') };
  const send = async (): Promise<void> => {
    await save();
    await sendTemplate(template.id);
  };
  return (
    <div class="row about">
      <p class={counter > 0 ? 'notice' : 'soft'}>
        {counter > 0 && allowed.includes('change') ? say(w.templateUsed, { count: counter }) : w.templateAbout}
      </p>
      {allowed.includes('send') && isSendable && (
        <ActButton act={send} look="main">
          {w.sendTemplate}
        </ActButton>
      )}
      {allowed.some((act) => act !== 'send' && act !== 'change') && (
        <button type="button" class="quiet" onClick={() => showActs(template, following, true)}>
          {w.moreTemplateActs}
        </button>
      )}
    </div>
  );
};

/** A template that the user may use, and not change. */
export const TemplateLook = ({ template: { documents, roles } }: { template: Template }) => (
  <>
    <p>{w.templateReadOnly}</p>
    <section>
      <h2>{w.stepDocuments}</h2>
      <ul class="list">
        {documents.map(({ id, name, pages }) => (
          <li key={id}>
            <bdi class="own">{name}</bdi> <span class="soft">{say(w.pagesOf, { count: pages })}</span>
          </li>
        ))}
      </ul>
    </section>
    <section>
      <h2>{w.stepRoles}</h2>
      <ul class="list">
        {roles.map(({ name }) => (
          <li key={name}>
            <bdi class="own">{name}</bdi>
          </li>
        ))}
      </ul>
    </section>
  </>
);
