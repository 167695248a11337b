import { BASE_URL_PLACEHOLDER } from '../../lib/http/placeholder.ts';
import type { DescribedOperation, Operation } from './description.ts';
import { SDK_CALLS } from './sdk-calls.ts';

/** A call of one operation in one language. */
export interface Sample {
  language: Language;
  text: string;
}

/** Languages of the samples, in the order of the page. */
export const LANGUAGES = {
  curl: 'curl',
  fetch: 'JavaScript',
  sdk: '@verdocs/js-sdk',
  python: 'Python',
} as const;
export type Language = keyof typeof LANGUAGES;

/** A request with the contract's example, in the variables of the reader's environment. */
interface Call {
  id: string;
  method: string;
  /** Literal parts of the address, and variables of the environment between them. */
  address: (string | Variable)[];
  token?: 'TOKEN' | 'SIGNER_TOKEN';
  body?: unknown;
  answers: 'json' | 'text' | 'file';
  /** Kind of the answer's file, as the end of its name. */
  ending: string;
  redirects: boolean;
}

interface Variable {
  variable: string;
  /** True if it may have characters that an address must escape. */
  escaped: boolean;
}

/** The samples of an operation; the client's only where the client has the call. */
export const samplesOf = (operation: Operation): Sample[] => {
  const call = callOf(operation);
  const sdk = sdkSample(call, operation);
  return [
    { language: 'curl', text: curlSample(call) },
    { language: 'fetch', text: fetchSample(call) },
    ...(sdk ? [{ language: 'sdk' as const, text: sdk }] : []),
    { language: 'python', text: pythonSample(call) },
  ];
};

/** Variables of the environment that stand for an operation's path, in its order, with the names in the contract. */
export const pathVariables = (path: string): { name: string; variable: string }[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => ({
    name,
    variable: variableOf(name, path.slice(0, index)),
  }));

const NAMES: Record<string, string> = {
  organizationid: 'ORGANIZATION_ID',
  brandid: 'BRAND_ID',
  ids: 'ENVELOPE_IDS',
  token: 'INVITATION_TOKEN',
};

/** `envelope_id` → `ENVELOPE_ID`; a bare `id` is named after the list that it is in. */
const variableOf = (name: string, before: string): string => {
  if (NAMES[name]) return NAMES[name];
  if (name !== 'id') return name.toUpperCase();
  const list = before.split('/').at(-2) ?? '';
  return `${list.replace(/(?<!initial)s$/, '').toUpperCase()}_ID`;
};

const callOf = ({ method, path, operation }: Operation): Call => {
  const [mime = 'application/json'] = Object.keys(operation.responses['200']?.content ?? {});
  const body = operation.requestBody?.content['application/json']?.example;
  const token = tokenOf(operation);
  return {
    id: operation.operationId,
    method,
    address: [...pathParts(path, operation), ...queryOf(operation)],
    ...(token ? { token } : {}),
    ...(body === undefined ? {} : { body }),
    answers: mime.includes('json') ? 'json' : mime.startsWith('text/') ? 'text' : 'file',
    ending: mime.split('/').at(-1)?.replace('octet-stream', 'bin') ?? '',
    redirects: '302' in operation.responses && mime.includes('json'),
  };
};

/** Signers' operations that users may call, too, show the signer's token only where a recipient acts. */
const tokenOf = ({ security }: DescribedOperation): Call['token'] => {
  const kinds = security.flatMap((scheme) => Object.keys(scheme));
  if (kinds.includes('user')) return 'TOKEN';
  return kinds.includes('signer') ? 'SIGNER_TOKEN' : undefined;
};

/** Parameters with few values are written as one of them. */
const pathParts = (path: string, { parameters = [] }: DescribedOperation): (string | Variable)[] => {
  const variables = pathVariables(path);
  return path.split(/\{\w+\}/).flatMap((literal, index) => {
    const found = variables[index];
    if (!found) return [literal];
    const schema = parameters.find(({ in: place, name }) => place === 'path' && name === found.name)?.schema;
    const [first] = schema?.enum ?? [];
    if (first !== undefined) return [literal, String(first)];
    const escaped = !found.variable.endsWith('_ID') && !['TILE', 'FILE', 'PAGE', 'KEY'].includes(found.variable);
    return [literal, { variable: found.variable, escaped }];
  });
};

/** Values of parameters that a call needs, where no schema has an example. */
const QUERY_EXAMPLES: Record<string, string> = {
  redirect_uri: 'https://app.example.com/callback',
  response_type: 'code',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

const queryOf = ({ parameters = [] }: DescribedOperation): string[] => {
  const query = new URLSearchParams();
  for (const { in: place, name, required, schema, example } of parameters) {
    if (place !== 'query' || !required) continue;
    query.set(name, String(example ?? schema.example ?? schema.examples?.[0] ?? QUERY_EXAMPLES[name] ?? ''));
  }
  return query.size > 0 ? [`?${query}`] : [];
};

const headersOf = ({ token, body }: Call, embrace: (variable: string) => string): [string, string][] => [
  ...(token ? [[token === 'TOKEN' ? 'Authorization' : 'signer', `Bearer ${embrace(token)}`] as [string, string]] : []),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
];

const curlSample = (call: Call): string => {
  const address = call.address.map((part) => (typeof part === 'string' ? part : `$${part.variable}`)).join('');
  const follows = call.answers === 'file' ? ' -L' : '';
  const parts = [
    `curl${call.method === 'GET' ? '' : ` -X ${call.method}`}${follows} "${BASE_URL_PLACEHOLDER}${address}"`,
    ...headersOf(call, (variable) => `$${variable}`).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(call.body === undefined ? [] : [`-d '${pretty(call.body).replaceAll("'", "'\\''")}'`]),
    ...(call.answers === 'file' ? [`-o answer.${call.ending}`] : []),
  ];
  return parts.join(' \\\n  ');
};

const fetchSample = (call: Call): string => {
  const file = call.answers === 'file';
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}',`]),
    ...headerLines(headersOf(call, (variable) => `\${${variable}}`)),
    ...(call.body === undefined ? [] : [`body: JSON.stringify(${script(call.body)}),`]),
    ...(call.redirects ? ["redirect: 'manual',"] : []),
  ];
  const address = addressInScript(call);
  const last = call.redirects
    ? ["console.log(response.status, response.headers.get('location'));"]
    : [
        'if (!response.ok) throw new Error((await response.json()).error);',
        file
          ? `await writeFile('answer.${call.ending}', Buffer.from(await response.arrayBuffer()));`
          : `console.log(await response.${call.answers}());`,
      ];
  return [
    ...(file ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    ...environment(call),
    options.length > 0
      ? `const response = await fetch(${address}, {\n${options.map(indented(2)).join('\n')}\n});`
      : `const response = await fetch(${address});`,
    ...last,
  ].join('\n');
};

const headerLines = (headers: [string, string][]): string[] => {
  if (headers.length === 0) return [];
  const lines = headers.map(([name, value]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${quoted(value)}`);
  return [
    lines.length > 1 ? `headers: {\n${lines.map((line) => `  ${line},`).join('\n')}\n},` : `headers: { ${lines[0]} },`,
  ];
};

const quoted = (value: string): string => (value.includes('${') ? `\`${value}\`` : `'${value}'`);

const addressInScript = ({ address }: Call): string =>
  quoted(
    BASE_URL_PLACEHOLDER +
      address
        .map((part) => {
          if (typeof part === 'string') return part;
          return part.escaped ? `\${encodeURIComponent(${part.variable})}` : `\${${part.variable}}`;
        })
        .join(''),
  );

/** The line that reads the sample's variables from the environment. */
const environment = (call: Call): string[] => {
  const names = variablesOf(call);
  return names.length > 0 ? [`const { ${names.join(', ')} } = process.env;`, ''] : [];
};

const variablesOf = ({ token, address }: Call): string[] => [
  ...(token ? [token] : []),
  ...address.flatMap((part) => (typeof part === 'string' ? [] : [part.variable])),
];

const pythonSample = (call: Call): string => {
  const spread = call.address.some((part) => typeof part !== 'string' && part.escaped);
  const embrace = (variable: string): string => `{os.environ['${variable}']}`;
  const headers = headersOf(call, embrace);
  const address = call.address
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.escaped ? `{quote(os.environ['${part.variable}'], safe='')}` : embrace(part.variable);
    })
    .join('');
  const modules = [
    ...(call.body !== undefined || call.answers === 'json' ? ['import json'] : []),
    ...(variablesOf(call).length > 0 ? ['import os'] : []),
    ...(spread ? ['from urllib.parse import quote'] : []),
    'from urllib.request import Request, urlopen',
  ];
  const text = (value: string) => `${value.includes('{os.') || value.includes('{quote(') ? 'f' : ''}"${value}"`;
  const given = [
    text(BASE_URL_PLACEHOLDER + address),
    ...(call.method === 'GET' ? [] : [`method="${call.method}"`]),
    ...(headers.length > 0
      ? [`headers={${headers.map(([name, value]) => `"${name}": ${text(value)}`).join(', ')}}`]
      : []),
    ...(call.body === undefined ? [] : [`data=json.dumps(${python(call.body)}).encode()`]),
  ];
  const answer = {
    json: ['    print(json.load(response))'],
    text: ['    print(response.read().decode())'],
    file: [`    open("answer.${call.ending}", "wb").write(response.read())`],
  }[call.answers];
  return [
    ...modules,
    '',
    `request = Request(\n${given.map((one) => `${indented(4)(one)},`).join('\n')}\n)`,
    'with urlopen(request) as response:',
    ...(call.redirects ? ['    print(response.url)'] : answer),
  ].join('\n');
};

/** Arguments of the client's function: variables, and values of the example. */
const sdkSample = (call: Call, { path }: Operation): string | undefined => {
  const known = SDK_CALLS[call.id];
  if (!known) return undefined;
  const { name, takes } = known;
  const variables = pathVariables(path);
  const body = call.body as Record<string, unknown> | undefined;
  const values = takes.map((one) => {
    if (one === 'body') return script(call.body ?? {});
    if (one.startsWith('body.')) return script(body?.[one.slice(5)] ?? null);
    if (one === 'rest')
      return script(Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !takes.includes(`body.${name}`))));
    return variables.find((variable) => variable.name === one)?.variable ?? one;
  });
  const address = `'${BASE_URL_PLACEHOLDER}'`;
  const used = variablesOf(call).filter((variable) => variable === call.token || values.join().includes(variable));
  const session = call.token === 'SIGNER_TOKEN' ? ", sessionType: 'signing'" : '';
  const endpoint = `new VerdocsEndpoint({ baseURL: ${address}${session}, persist: false })`;
  return [
    `import { ${name}, VerdocsEndpoint } from '@verdocs/js-sdk';`,
    '',
    ...(used.length > 0 ? [`const { ${used.join(', ')} } = process.env;`, ''] : []),
    `const endpoint = ${endpoint}${call.token ? `.setToken(${call.token}${session ? ", 'signing'" : ''})` : ''};`,
    `console.log(await ${name}(${['endpoint', ...values].join(', ')}));`,
  ].join('\n');
};

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const indented =
  (by: number) =>
  (text: string): string =>
    text
      .split('\n')
      .map((line) => ' '.repeat(by) + line)
      .join('\n');

/** A value as JavaScript: keys without quotes where the language allows it, texts in single ones. */
const script = (value: unknown, depth = 0): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (value === null || typeof value !== 'object') return String(value);
  const inner = (one: unknown) => script(one, depth + 1);
  if (Array.isArray(value)) return joined(['[', ']'], value.map(inner), '  ', depth);
  const members = Object.entries(value).map(
    ([name, one]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${inner(one)}`,
  );
  return joined(['{', '}'], members, '  ', depth, ' ');
};

/** The same as Python. JSON's texts are Python's, too. */
const python = (value: unknown, depth = 0): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = (one: unknown) => python(one, depth + 1);
  if (Array.isArray(value)) return joined(['[', ']'], value.map(inner), '    ', depth);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inner(one)}`);
  return joined(['{', '}'], members, '    ', depth);
};

/** A list on one line where it is short, else a line for each part. */
const joined = (
  [open, close]: [string, string],
  parts: readonly string[],
  unit: string,
  depth: number,
  room = '',
): string => {
  if (parts.length === 0) return open + close;
  const line = parts.join(', ');
  if (line.length <= 60 && !line.includes('\n')) return `${open}${room}${line}${room}${close}`;
  const lines = parts.map((part) => `${unit.repeat(depth + 1)}${part},`);
  return [open, ...lines, unit.repeat(depth) + close].join('\n');
};
