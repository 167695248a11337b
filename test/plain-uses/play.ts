import type { Answered, Api } from '../api.ts';
import { onRun, type Run } from '../aws-calls.ts';
import { accountUses } from './account.ts';
import { brandUses } from './brands.ts';
import { envelopeUses } from './envelopes.ts';
import { notificationUses } from './notifications.ts';
import { oauthUses } from './oauth.ts';
import { organizationUses } from './organizations.ts';
import { publicUses } from './public.ts';
import { signingUses } from './signing.ts';
import { templateUses } from './templates.ts';

/** An operation that was used as its callers use it, and succeeded. */
export interface Use {
  operation: string;
  /** In which way, where it has several. */
  how: string;
  run: Run;
}

export interface Stage {
  api: Api;
  /** The body of a call that must succeed; `how` says in which way the operation is used. */
  use: (call: Promise<Answered>, how?: string) => Promise<Answered['body']>;
}

/** Uses every operation as plainly as its callers do, one call after the other; answers what each of them took. */
export const playPlainUses = async (api: Api): Promise<Use[]> => {
  const uses: Use[] = [];
  let said = '';
  onRun((run) => {
    const isOperation = !run.name.includes('-');
    if (isOperation && run.status < 400) uses.push({ operation: run.name, how: said, run });
  });
  const use: Stage['use'] = async (call, how = '') => {
    said = how;
    const { status, body } = await call;
    said = '';
    if (status >= 400) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const stage = { api, use };
  for (const play of [
    publicUses,
    accountUses,
    oauthUses,
    organizationUses,
    brandUses,
    notificationUses,
    templateUses,
    envelopeUses,
    signingUses,
  ]) {
    await play(stage);
  }
  onRun(undefined);
  return uses;
};
