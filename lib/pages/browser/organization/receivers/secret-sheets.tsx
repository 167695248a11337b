import type { WebhookReceiver } from '../../shared/answers.ts';
import { ActButton, Danger } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { ask } from '../../user/session.ts';
import { SecretSheet } from '../parts/secret.tsx';
import { say, w } from '../words/index.ts';
import { nameOf, pathOf, put } from './hooks-state.ts';

/** Shows the signing secret that was made just now. */
export const showSecret = (title: string, { secret_key }: WebhookReceiver): void =>
  showSheet(() => (
    <SecretSheet title={title} label={w.hookSecret} secret={secret_key ?? ''}>
      <p>{w.hookSecretAbout}</p>
    </SecretSheet>
  ));

/** Asks before a new secret is made. A second one within a day ends the first one at once. */
export const askToRotate = (hook: WebhookReceiver): void => {
  const rotate = async (): Promise<void> => {
    const rotated = await ask<WebhookReceiver>('PUT', `${pathOf(hook)}/rotate-secret`);
    put(rotated);
    showSecret(w.apiKeySecretTitle, rotated);
  };
  const { secret_overlap_until } = hook;
  showSheet(() => (
    <Sheet title={say(w.apiKeyRotateTitle, { name: nameOf(hook) })}>
      <p>{w.hookRotateAbout}</p>
      {secret_overlap_until && <p class="bad">{w.apiKeyRotateAgain}</p>}
      <Danger back={closeSheet}>
        <ActButton look={secret_overlap_until ? 'danger' : undefined} act={rotate}>
          {w.apiKeyRotateGo}
        </ActButton>
      </Danger>
    </Sheet>
  ));
};
