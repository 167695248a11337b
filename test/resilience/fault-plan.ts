import { faultOf, KINDS, type Kind, type Service } from './fault-kinds.ts';
import type { Fault, Passing } from './fault-proxy.ts';

/** A way of failing: `lasting` fails every attempt that the SDK makes at the call, so that the function sees it. */
export interface Way {
  kind: Kind;
  lasting: boolean;
}

/** One fault that was injected: `createEnvelope/DynamoDB.PutItem#1=lost!`. */
export type Injected = string;

type PlanRule = (service: Service, passing: Passing) => Fault | undefined;

export interface Plan {
  rule: PlanRule;
  /** The faults that were injected so far, in order. */
  injected: readonly Injected[];
}

/** The `!` of a fault that lasts. */
export const nameOf = (place: string, { kind, lasting }: Way): Injected => `${place}=${kind}${lasting ? '!' : ''}`;

/** Carries on with a call that is failing already; undefined for any other. */
const goOn = (strikes: Map<string, Way>, service: Service, { call }: Passing): { fault?: Fault } | undefined => {
  const way = strikes.get(call);
  if (!way) return undefined;
  return way.lasting ? { fault: faultOf(way.kind, service) } : {};
};

/**
 * Faults at places of anybody's choosing, separated by spaces or commas: `<function>/<Service>.<Command>#<n>=<kind>`,
 * each part but the kind may hold `*`, `#<n>` may be left out (any). The first call that fits fails once, which the SDK
 * heals; with `!` in all of the SDK's attempts; with `x3` at the end the first three calls that fit do. Throws for what
 * it doesn't understand.
 */
export const chosenFaults = (text: string): Plan => {
  const specs = text.split(/[\s,]+/).filter((one) => one !== '');
  const wanted = specs.map(readSpec);
  const strikes = new Map<string, Way>();
  const injected: Injected[] = [];
  const rule: PlanRule = (service, passing) => {
    const failing = goOn(strikes, service, passing);
    if (failing) return failing.fault;
    const fits = wanted.find(({ pattern, left }) => left > 0 && pattern.test(passing.place));
    if (!fits) return undefined;
    fits.left -= 1;
    strikes.set(passing.call, fits.way);
    injected.push(nameOf(passing.place, fits.way));
    return faultOf(fits.way.kind, service);
  };
  return { rule, injected };
};

const readSpec = (spec: string) => {
  const [, place = '', kind = '', lasting, times] = /^([^=\s]+)=([a-z]+)(!?)(?:x(\d+))?$/.exec(spec) ?? [];
  if (!KINDS.includes(kind as Kind)) {
    throw new Error(`${spec} is no fault: <function>/<Service>.<Command>#<n>=${KINDS.join('|')}, then ! and x<times>`);
  }
  const numbered = place.includes('#') ? place : `${place}#*`;
  const pattern = new RegExp(`^${numbered.split('*').map(escaped).join('.*')}$`, 'i');
  return { pattern, way: { kind: kind as Kind, lasting: lasting === '!' }, left: Number(times ?? 1) };
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A queue makes a message a dead letter after five receives: the last one of each must come through. */
const FAILURES_OF_A_MESSAGE = 4;

/**
 * Every call that functions make fails once in each way, at its first sights. Calls of the API's functions fail in the
 * ways that `clients` names for the client; those of workers, which work for all clients, in all of these ways. One
 * fault at a time: a run of a function that was hit is left alone until the SDK has healed that; where it doesn't, for
 * good.
 */
export const everyCallOnce = (
  clients: Readonly<Record<string, readonly Way[]>>,
  isWorker: (name: string) => boolean,
): Plan => {
  const strikes = new Map<string, Way>();
  const hit = new Map<string, { call: string; healed: boolean }>();
  const done = new Set<Injected>();
  const failures = new Map<string, number>();
  const injected: Injected[] = [];

  const wayFor = (name: string, { place, client }: Passing): Way | undefined => {
    const ways = isWorker(name) ? Object.values(clients).flat() : (clients[client] ?? []);
    // A run of the schedule has no message that could become a dead letter: the next run does its work.
    const mayFail = !isWorker(name) || client === '' || (failures.get(client) ?? 0) < FAILURES_OF_A_MESSAGE;
    return ways.find((way) => !done.has(nameOf(place, way)) && (mayFail || !way.lasting));
  };

  const rule: PlanRule = (service, passing) => {
    const { place, run, call, client } = passing;
    const failing = goOn(strikes, service, passing);
    const before = hit.get(run);
    if (failing) {
      return failing.fault;
    }
    const way = place && (before?.healed ?? true) ? wayFor(place.split('/')[0] ?? '', passing) : undefined;
    if (!way) return undefined;
    done.add(nameOf(place, way));
    strikes.set(call, way);
    // Calls that the SDK heals don't stand in each other's way when they are made at the same time.
    hit.set(run, { call, healed: !way.lasting });
    if (way.lasting) failures.set(client, (failures.get(client) ?? 0) + 1);
    injected.push(nameOf(place, way));
    return faultOf(way.kind, service);
  };
  return { rule, injected };
};
