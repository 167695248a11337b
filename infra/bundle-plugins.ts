import { readFile } from 'node:fs/promises';
import { builtinModules, createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { leanSources } from './lean-sources.ts';

const require = createRequire(import.meta.url);

// esbuild calls a plugin only for paths that match this filter, and every call takes time.
const anyOf = (paths: readonly string[]): RegExp => new RegExp(`^(${paths.join('|')})$`);

/**
 * Loads Node's own modules by `require`, one name at a time. An ES import of `node:http` reads all its exports, and the
 * lazy `WebSocket` among them loads the whole of undici, which takes longer than the SDK's HTTP client. So does
 * `import()`.
 */
const nodeModules: Plugin = {
  name: 'node-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: anyOf(builtinModules.flatMap((name) => [name, `node:${name}`])) }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '');
      if (kind === 'import-statement') return { path: name, namespace: 'node', sideEffects: false };
      if (kind === 'dynamic-import') return { path: name, namespace: 'node-later' };
      return { path, external: true };
    });
    onLoad({ filter: /.*/, namespace: 'node-later' }, ({ path }) => ({
      contents: `module.exports = require('node:${path}');`,
    }));
    onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => {
      const names = Object.keys(require(`node:${path}`)).filter((name) => name !== 'default');
      const exported = names.map((name, at) => `const $${at} = /* @__PURE__ */ (() => all.${name})();`);
      const list = names.map((name, at) => `$${at} as ${name}`).join(', ');
      return {
        contents: `const all = /* @__PURE__ */ require('node:${path}');
          ${exported.join('\n')}
          export { all as default, ${list} };`,
      };
    });
  },
};

/**
 * Modules of the SDK that a function in Lambda never uses, each with its replacement. Lambda puts credentials into the
 * environment, so they needn't be looked for in profiles, SSO, STS or the instance's metadata service. No called
 * operation streams events, and the table's endpoint needs no discovery. Unbundled code (the local platform, tests) has
 * the whole SDK.
 */
const REPLACEMENTS: Record<string, string> = {
  '@aws-sdk/credential-provider-node': "export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';",
  '@smithy/core/event-streams': `
    export const eventStreamSerdeProvider = () => ({});
    export const resolveEventStreamSerdeConfig = (config) => config;
    export class EventStreamSerde {
      constructor() {
        throw new Error('Event streams are not part of this bundle');
      }
    }`,
  '@aws-sdk/endpoint-cache': 'export class EndpointCache {}',
};

/** Single files of the SDK that a function in Lambda never uses, each with its replacement. */
export const REPLACED_FILES: Record<string, string> = {
  // Lambda's settings are in the environment; by default the SDK also reads two files of the home folder at the first
  // call.
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js': `
    export const CONFIG_PREFIX_SEPARATOR = '.';
    export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  // For a Node that was built without cryptography.
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': 'export class Sha256Js {}',
};

/**
 * Replaces the modules in `REPLACEMENTS` and `REPLACED_FILES`, and leaves of each client's package.json the version.
 */
const awsSdkForLambda: Plugin = {
  name: 'aws-sdk-for-lambda',
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: anyOf(Object.keys(REPLACEMENTS)) }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === 'as-is') return undefined;
      // A replacement may import the module's own imports, so they are resolved from there.
      const whole = await resolve(path, { resolveDir, kind, pluginData: 'as-is' });
      return { path, namespace: 'replacement', pluginData: dirname(whole.path) };
    });
    onLoad({ filter: /.*/, namespace: 'replacement' }, ({ path, pluginData }) => ({
      contents: REPLACEMENTS[path],
      resolveDir: pluginData,
    }));
    onLoad({ filter: /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]/ }, ({ path }) => {
      const file = path.replaceAll('\\', '/').split('/node_modules/').at(-1) ?? '';
      return REPLACED_FILES[file] === undefined ? undefined : { contents: REPLACED_FILES[file] };
    });
    onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * The API's description stays a file beside the function, read on first use: as code it would be parsed at every start.
 */
const descriptionApart: Plugin = {
  name: 'description-apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/openapi\.json$/ }, () => ({ path: './openapi.json', external: true }));
  },
};

/**
 * zod's generator of JSON Schemas: 18 kB that only serve to write `openapi.json`, which doesn't happen in Lambda. From
 * the same modules, schemas need the part with their bounds.
 */
const noJsonSchemas: Plugin = {
  name: 'no-json-schemas',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\?whole$/ }, ({ path }) => ({ path: path.replace('?whole', ''), suffix: '?whole' }));
    onLoad(
      { filter: /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ },
      async ({ path, suffix }) => {
        if (suffix === '?whole') return undefined;
        const names = Object.keys(await import(pathToFileURL(path).href));
        const refused = names.filter((name) => name !== 'aggregateChecks').map((name) => `none as ${name}`);
        const bounds = `export { aggregateChecks } from ${JSON.stringify(`${path}?whole`)};`;
        return {
          contents: `const refuse = () => { throw new Error('JSON Schemas are not part of this bundle'); };
            const none = () => refuse;
            export { ${refused.join(', ')} };
            ${names.includes('aggregateChecks') ? bounds : ''}`,
        };
      },
    );
  },
};

/**
 * Leaves out the parts of the library for passkeys, and of those that it needs, which nothing here uses: their packages
 * don't say that importing a module alone does nothing. Without it each function with passkeys had all of ASN.1 and
 * X.509.
 */
const partsOfPasskeys: Plugin = {
  name: 'parts-of-passkeys',
  setup({ onResolve, resolve }) {
    onResolve(
      { filter: /^\.|^@(simplewebauthn|peculiar)\// },
      async ({ path, importer, resolveDir, kind, pluginData }) => {
        const isInside = /[\\/]node_modules[\\/]@(simplewebauthn|peculiar)[\\/]/.test(importer);
        if (pluginData === 'as-is' || (path.startsWith('.') && !isInside)) return undefined;
        return { ...(await resolve(path, { resolveDir, kind, importer, pluginData: 'as-is' })), sideEffects: false };
      },
    );
  },
};

/**
 * Leaves out what the library for SAML needs to write XML and to decrypt it: the platform only verifies. Beside 210 kB
 * it is code that no answer of a provider can reach then.
 */
const samlVerifiesAlone: Plugin = {
  name: 'saml-verifies-alone',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(xml-encryption|xmlbuilder)$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

export const bundlePlugins: Plugin[] = [
  nodeModules,
  awsSdkForLambda,
  descriptionApart,
  noJsonSchemas,
  partsOfPasskeys,
  samlVerifiesAlone,
  leanSources,
];
