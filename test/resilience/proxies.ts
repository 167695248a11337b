import { watchPatience } from '../patience.ts';
import type { Service } from './fault-kinds.ts';
import { type FaultProxy, type Rule, startFaultProxy } from './fault-proxy.ts';

/** The variables that lead the functions' clients to each service; the first one names its engine. */
const VARIABLES: Partial<Record<Service, readonly [string, ...string[]]>> = {
  DynamoDB: ['AWS_ENDPOINT_URL_DYNAMODB'],
  S3: ['AWS_ENDPOINT_URL_S3'],
  SQS: ['AWS_ENDPOINT_URL_SQS', 'QUEUE_SEAL_URL', 'QUEUE_MESSAGE_URL', 'QUEUE_WEBHOOK_URL', 'QUEUE_JOB_URL'],
  SES: ['AWS_ENDPOINT_URL_SESV2'],
  SNS: ['AWS_ENDPOINT_URL_SNS'],
  KMS: ['AWS_ENDPOINT_URL_KMS'],
};

/**
 * Puts a proxy between the functions of a platform that has just started in this process and each of its engines. The
 * platform's own pump, which stands for what AWS does itself, goes past them.
 */
export const startProxies = async () => {
  const forget = watchPatience();
  const proxies = {} as Record<Service, FaultProxy>;
  for (const [service, variables] of Object.entries(VARIABLES) as [Service, readonly [string, ...string[]]][]) {
    const target = process.env[variables[0]];
    if (target) proxies[service] = await startFaultProxy(new URL(target).origin);
    for (const name of target ? variables : []) {
      const { pathname } = new URL(process.env[name] ?? '');
      process.env[name] = `${proxies[service].url}${pathname.replace(/\/$/, '')}`;
    }
  }
  return {
    proxies,
    /** Applies the rule to all proxies, until the returned function is called. */
    add: (rule: (service: Service, ...given: Parameters<Rule>) => ReturnType<Rule>): (() => void) => {
      const undo = Object.entries(proxies).map(([service, proxy]) =>
        proxy.add((passing) => rule(service as Service, passing)),
      );
      return () => {
        for (const step of undo) step();
      };
    },
    stop: async () => {
      forget();
      await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
    },
  };
};

export type Proxies = Awaited<ReturnType<typeof startProxies>>;
