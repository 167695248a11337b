import { chosenRoleName } from '../../fields/role-names.ts';
import type { CertificateEvent } from './model.ts';
import { hashPart, type Layout, MUTED, type Part, quoted, SMALL } from './report-layout.ts';
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
  const small = (text: unknown): Part => ({ text: String(text), size: SMALL });
  const own = (text: string): Part => quoted(text, { size: SMALL });
  const soft = (text: string): Part => ({ ...small(text), colour: MUTED });
  const detail = event.detail || null;
  const role = chosenRoleName(event.role_name ?? '');
  const details = [
    ...(name ? [soft(event.event)] : []),
    ...(detail ? [event.is_stated ? soft(detail) : own(detail)] : []),
  ];
  const by = [
    ...(event.actor ? [small(event.actor)] : []),
    ...(event.client ? [soft(say('through')), own(event.client)] : []),
    ...(role ? [soft(say('role')), own(role)] : event.recipient ? [own(event.recipient)] : []),
  ];
  return [
    [small(event.sequence)],
    [small(moment(event.created_at))],
    [{ text: name || event.event, size: SMALL, weight: 'bold' }, ...details],
    by,
    [small(event.ip ?? '–')],
    [{ ...hashPart(event.hash), colour: MUTED }],
  ];
};
