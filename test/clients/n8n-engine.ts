import { runInNewContext } from 'node:vm';
import type { Property } from '../../infra/clients/n8n-properties.ts';
import type { Routing } from '../../infra/clients/n8n-routing.ts';

/** A declarative node's description. */
export interface NodeDescription {
  requestDefaults: { baseURL: string; headers: Record<string, string> };
  properties: Property[];
}

type Values = Record<string, unknown>;

/** Controls that the values of others show. */
export const shown = (properties: readonly Property[], values: Values): Property[] =>
  properties.filter(({ displayOptions }) =>
    Object.entries(displayOptions?.show ?? {}).every(([name, wanted]) => wanted.includes(String(values[name]))),
  );

/** A value of a description: an expression if it begins with `=`. */
const evaluated = (text: string, scope: object): unknown => {
  if (!text.startsWith('=')) return text;
  const evaluate = (code: string): unknown => runInNewContext(code, { encodeURIComponent, ...scope });
  const [, whole] = /^=\{\{((?:(?!\}\}).)*)\}\}$/.exec(text) ?? [];
  if (whole !== undefined) return evaluate(whole);
  return text.slice(1).replace(/\{\{(.*?)\}\}/g, (_, code: string) => String(evaluate(code)));
};

/** Controls with their values, those within collections that are set included. */
const given = (properties: readonly Property[], values: Values): { property: Property; value: unknown }[] =>
  properties.flatMap((property) => {
    const value = property.name in values ? values[property.name] : property.default;
    if (property.type !== 'collection') return [{ property, value }];
    const inside = value as Values;
    const children = (property.options ?? []).filter((option): option is Property => 'type' in option);
    return given(
      children.filter(({ name }) => name in inside),
      inside,
    );
  });

/** The request that n8n makes of the values of a declarative node, without its credentials. */
export const requestOf = (
  { requestDefaults, properties }: NodeDescription,
  values: Values,
  credentials: Values,
): Request => {
  const scope = { $parameter: values, $credentials: credentials };
  const visible = shown(properties, values);
  const choices = visible.find(({ name }) => name === 'operation')?.options ?? [];
  const chosen = choices.find((option) => 'value' in option && option.value === values.operation);
  const { request } = (chosen as { routing: Routing }).routing;
  if (!request) throw new Error(`${values.operation} has no request`);
  const body: Values = { ...request.body };
  const query: Values = { ...request.qs };
  for (const { property, value } of given(visible, values)) {
    const { send } = property.routing ?? {};
    if (!send) continue;
    const sent = send.value === undefined ? value : evaluated(send.value, { ...scope, $value: value });
    (send.type === 'body' ? body : query)[send.property] = sent;
  }
  const address = new URL(`${evaluated(requestDefaults.baseURL, scope)}${evaluated(request.url, scope)}`);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) address.searchParams.append(name, String(one));
  }
  const hasBody = Object.keys(body).length > 0;
  return new Request(address, {
    method: request.method,
    headers: requestDefaults.headers,
    body: hasBody ? JSON.stringify(body) : null,
  });
};
