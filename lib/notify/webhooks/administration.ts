import { config } from '../../base/config.ts';
import { type LinkedEvent, ocsfLine } from '../../people/administration/ocsf.ts';
import { linkedEvents } from '../../storage/administration/chain.ts';
import { sendToQueue } from '../../storage/outbox/queues.ts';
import { ADMINISTRATION_EVENT } from '../../storage/outbox/webhook-events.ts';
import { isWanted, routed } from './routing.ts';

/**
 * Sends new events of administration, which have their place in the chain, to the webhooks of their organization that
 * want them. Without an event bus no webhook can, and nothing is read.
 */
export const reportActs = async (organization_id: string, ids: readonly string[]): Promise<void> => {
  if (!config.eventBus() || !(await isWanted(organization_id, ADMINISTRATION_EVENT))) return;
  const events = await linkedEvents(organization_id, ids);
  const messages = await routed(
    events.map((event) => ({
      organization_id,
      event_id: event.id,
      webhook_event: ADMINISTRATION_EVENT,
      created_at: event.at,
      data: JSON.parse(ocsfLine(event as LinkedEvent)) as object,
    })),
  );
  await sendToQueue('webhook', messages);
};
