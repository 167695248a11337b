import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, type Packet, RECURSION_AVAILABLE } from 'dns-packet';
import type { DnsRecord } from '../../lib/people/domains/dns-record.ts';

type Type = 'TXT' | 'CNAME';
type Outage = 'none' | 'refuses' | 'silent';

const REFUSED = 5;
const NXDOMAIN = 3;

/** A name server on loopback, over UDP, whose answers a test sets. */
export const startDns = async () => {
  const records = new Map<string, { type: Type; value: string }[]>();
  let outage: Outage = 'none';
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    if (outage === 'silent') return;
    const query = decode(message);
    socket.send(encode(answerTo(query)), from.port, from.address);
  });
  const answerTo = ({ id, questions = [] }: Packet): Packet => {
    const [question] = questions;
    const name = question?.name.toLowerCase() ?? '';
    const held = records.get(name);
    const answers = (held ?? []).filter(({ type }) => type === question?.type).map((one) => asAnswer(name, one));
    // The lowest four bits of a header's flags are the response code (RFC 1035, 4.1.1).
    const code = outage === 'refuses' ? REFUSED : held ? 0 : NXDOMAIN;
    return { type: 'response', id, flags: RECURSION_AVAILABLE | code, questions, answers: code === 0 ? answers : [] };
  };
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));

  const add = (type: Type, name: string, value: string) =>
    records.set(name, [...(records.get(name) ?? []), { type, value }]);
  return {
    /** For `DNS_SERVERS`. */
    address: `127.0.0.1:${socket.address().port}`,
    add,
    /** Publishes what a brand's answer says is to be published. */
    publish: (wanted: readonly DnsRecord[]) => {
      for (const { type, name, value } of wanted) add(type, name, value);
    },
    remove: (name: string) => records.delete(name),
    clear: () => records.clear(),
    /** From now on it refuses every question, or says nothing at all. */
    fail: (how: Outage) => {
      outage = how;
    },
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};

export type Dns = Awaited<ReturnType<typeof startDns>>;

const asAnswer = (name: string, { type, value }: { type: Type; value: string }): Answer =>
  type === 'CNAME'
    ? { type, name, ttl: 0, class: 'IN', data: value }
    : { type, name, ttl: 0, class: 'IN', data: value.match(/.{1,100}/g) ?? [''] };
