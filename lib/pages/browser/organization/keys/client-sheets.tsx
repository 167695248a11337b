import { timeOf } from '../../account/dates.tsx';
import { ActButton, Danger } from '../../shared/parts.tsx';
import { closeSheet, Sheet, showSheet } from '../../shared/sheet.tsx';
import { Copied, SecretSheet } from '../parts/secret.tsx';
import { say, w } from '../words/index.ts';

/** Sheets of what presents itself with an ID and a secret: API keys and applications. */

interface Made {
  client_id: string;
  client_secret?: string | null | undefined;
}

/** The answer without its secret, which the page doesn't keep. */
export const withoutSecret = <Client extends Made>({
  client_secret: _,
  ...client
}: Client): Omit<Client, 'client_secret'> => client;

/** Shows the secret that was made just now. */
export const showSecret = (title: string, { client_id, client_secret }: Made): void =>
  showSheet(() => (
    <SecretSheet title={title} label={w.apiKeySecret} secret={client_secret ?? ''}>
      <p>{w.apiKeyMadeAbout}</p>
      <Copied id="client-id" label={w.apiKeyId} text={client_id} />
    </SecretSheet>
  ));

/** Until when the secret of before is still taken. */
export const OldSecret = ({ until }: { until: string | null }) =>
  until && <p class="soft">{say(w.apiKeyOld, { time: { trusted: timeOf(until) } })}</p>;

/** Asks before a new secret is made. A second one within a day ends the first one at once. */
export const askToRotate = (
  { name, previous_secret_expires_at }: { name: string; previous_secret_expires_at: string | null },
  rotate: () => Promise<Made>,
): void =>
  showSheet(() => (
    <Sheet title={say(w.apiKeyRotateTitle, { name })}>
      <p>{w.apiKeyRotateAbout}</p>
      {previous_secret_expires_at && <p class="bad">{w.apiKeyRotateAgain}</p>}
      <Danger back={closeSheet}>
        <ActButton
          look={previous_secret_expires_at ? 'danger' : undefined}
          act={async () => showSecret(w.apiKeySecretTitle, await rotate())}
        >
          {w.apiKeyRotateGo}
        </ActButton>
      </Danger>
    </Sheet>
  ));
