import type { CertificateEvent } from './model.ts';
import { hashPart, type Layout, MUTED, type Part, SMALL } from './report-layout.ts';
import { drawHeading, drawTable } from './report-rows.ts';

/** Every event of the chain, with its hash. */
export const drawEvents = (layout: Layout, events: CertificateEvent[]): void => {
  const { say } = layout.spoken;
  drawHeading(layout, say('events'), 60);
  drawTable(layout, {
    shares: [0.8, 3.8, 3.8, 4, 2.4],
    heads: [say('number'), say('time'), say('event'), say('by'), say('ip'), say('event_hash')],
    rows: events.map((event) => eventRow(layout, event)),
    namesRows: true,
  });
};

const eventRow = (layout: Layout, event: CertificateEvent): Part[][] => {
  const { say, moment, eventName } = layout.spoken;
  const name = eventName(event.event);
  const details = [name && event.event, event.detail].filter((detail) => detail);
  const through = event.client && say('through', { client: event.client });
  const by = [event.actor, through, event.role_name && say('role', { role: event.role_name })].filter((part) => part);
  const small = (text: unknown): Part => ({ text: String(text), size: SMALL });
  return [
    [small(event.sequence)],
    [small(moment(event.created_at))],
    [
      { text: name || event.event, size: SMALL, weight: 'bold' },
      ...details.map((text): Part => ({ ...small(text), colour: MUTED })),
    ],
    by.map(small),
    [small(event.ip ?? '–')],
    [{ ...hashPart(event.hash), colour: MUTED }],
  ];
};
