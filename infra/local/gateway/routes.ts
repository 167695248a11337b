import type { Contract } from '../../../lib/http/contract.ts';
import { ANY_ADDRESS, gatewayPath, splitRoute } from '../../../lib/http/route.ts';

export interface Match<T> {
  target: T;
  /** The route for API Gateway: `/v2/templates/{p3}`. */
  resource: string;
  /** Percent-encoded, as API Gateway passes them; null if the route has none. */
  pathParameters: Record<string, string> | null;
}

interface Node<T> {
  literals: Map<string, Node<T>>;
  variable?: Node<T>;
  /** Name of the node's variable. */
  name?: string;
  /** True if the variable is the whole rest of the path. */
  greedy?: boolean;
  targets: Map<string, { target: T; resource: string }>;
}

const node = <T>(): Node<T> => ({ literals: new Map(), targets: new Map() });

export interface Routes<T> {
  find(method: string, path: string): Match<T> | undefined;
  /** The method that the address takes, if it refuses this one; undefined if nobody said so. */
  refusing(method: string, path: string): string | undefined;
  /**
   * A request that no route takes: `fallback` answers it, with the route that has the path, else with that of all
   * addresses.
   */
  orElse(fallback: T | undefined, path: string): Match<T> | undefined;
}

/**
 * API Gateway's routing: a literal segment has priority over a variable, and the choice is made segment by segment,
 * without going back (a request for `/a/b/x` fails if `/a/b` has no `x`, whatever `/a/{p2}` has).
 */
export const routes = <T extends { contract: Pick<Contract, 'route' | 'alsoAt' | 'refuses'> }>(
  targets: readonly T[],
): Routes<T> => {
  const root = node<T>();
  const places = targets.flatMap((target) => {
    const { method, path } = splitRoute(target.contract.route);
    return [path, ...(target.contract.alsoAt ? [target.contract.alsoAt] : [])].map((place) => ({
      target,
      method,
      place,
    }));
  });
  for (const { target, method, place } of places) {
    const resource = gatewayPath(place);
    let at = root;
    for (const segment of resource.split('/').slice(1)) at = childFor(at, segment);
    if (at.targets.has(method)) throw new Error(`Two operations have the route ${method} ${resource}`);
    at.targets.set(method, { target, resource });
  }

  /** The routes of a path, by method, and its variables. */
  const follow = (path: string) => {
    const pathParameters: Record<string, string> = {};
    const segments = path
      .replace(/(?<=.)\/$/, '')
      .split('/')
      .slice(1);
    let at = root;
    for (const [place, segment] of segments.entries()) {
      const next = at.literals.get(segment) ?? (segment === '' ? undefined : at.variable);
      if (!next) return undefined;
      at = next;
      if (next.name) pathParameters[next.name] = next.greedy ? segments.slice(place).join('/') : segment;
      if (next.greedy) break;
    }
    return { targets: at.targets, pathParameters: Object.keys(pathParameters).length > 0 ? pathParameters : null };
  };

  return {
    refusing: (method, path) =>
      places.find(({ target, place }) => place === path && target.contract.refuses?.some((one) => one === method))
        ?.method,
    find: (method, path) => {
      const followed = follow(path);
      const found = followed?.targets.get(method);
      return found && { ...found, pathParameters: followed?.pathParameters ?? null };
    },
    orElse: (fallback, path) => {
      const followed = follow(path);
      const [present] = followed?.targets.values() ?? [];
      if (!fallback) return undefined;
      if (!followed || !present) {
        return { target: fallback, resource: ANY_ADDRESS, pathParameters: { p1: path.slice(1) } };
      }
      return { target: fallback, resource: present.resource, pathParameters: followed.pathParameters };
    },
  };
};

const childFor = <T>(parent: Node<T>, segment: string): Node<T> => {
  if (segment.startsWith('{')) {
    parent.variable ??= { ...node<T>(), name: segment.replace(/[{}+]/g, ''), greedy: segment.endsWith('+}') };
    return parent.variable;
  }
  const child = parent.literals.get(segment) ?? node<T>();
  parent.literals.set(segment, child);
  return child;
};
