import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { type Expression, type Program, parseSync, type Span, Visitor } from 'oxc-parser';
import { type Contract, type ServedContract, storesWithoutSecrets } from '../lib/http/contract.ts';
import type { Operation } from '../lib/http/operation.ts';

/** Removes the text between two positions, or puts one there. */
interface Edit extends Span {
  text?: string;
}

/** Parts of a contract that serve the reference and the deployment, and no request (`ServedContract`). */
const REFERENCE_ONLY: ReadonlySet<string> = new Set<Exclude<keyof Contract, keyof ServedContract>>([
  'tag',
  'summary',
  'description',
  'errors',
  'access',
  'examples',
  'unrecorded',
]);

/**
 * Our own modules without what no request uses. Most of a function's start would otherwise go into schemas of answers,
 * which are made of hundreds of others and never run.
 */
export const leanSources: Plugin = {
  name: 'lean-sources',
  setup({ onLoad, initialOptions: { absWorkingDir = '' } }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) =>
      /^(lib|functions)[\\/]/.test(relative(absWorkingDir, path))
        ? { contents: await leanOnce(path), loader: 'ts' }
        : undefined,
    );
  },
};

/** Modules that were read already: functions are bundled in groups, and most modules are in all of them. */
const known = new Map<string, Promise<string>>();

const leanOnce = (path: string): Promise<string> => {
  const read = known.get(path) ?? lean(path);
  known.set(path, read);
  return read;
};

const lean = async (path: string): Promise<string> => {
  const source = await readFile(path, 'utf8');
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return edited(source, [
    ...unusedConstants(program),
    ...descriptions(program),
    ...(await withoutReference(program, source, path)),
  ]);
};

/** Edits inside a removed part are removed with it. Lines stay where they are, for the source map. */
const edited = (source: string, edits: Edit[]): string => {
  let [result, at] = ['', 0];
  for (const { start, end, text = '' } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at) continue;
    result += source.slice(at, start) + text + source.slice(start, end).replace(/[^\n]+/g, '');
    at = end;
  }
  return result + source.slice(at);
};

/** Initializers that esbuild itself drops if nothing uses the constant. */
const HARMLESS = new Set<Expression['type']>([
  'ArrowFunctionExpression',
  'FunctionExpression',
  'Literal',
  'Identifier',
]);

/**
 * Marks every constant as one that isn't made if nothing uses it. esbuild drops functions by itself, but can't know
 * that calls like `z.object(…)` have no effect. None has: modules do nothing at import.
 */
const unusedConstants = ({ body }: Program): Edit[] =>
  body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init && !HARMLESS.has(init.type) ? [init] : []))
    .flatMap(({ start, end }) => [
      { start, end: start, text: '/* @__PURE__ */ (() => (' },
      { start: end, end, text: '))()' },
    ]);

/** Descriptions of schemas, of which each makes a copy of the schema, are for the reference alone. */
const descriptions = (program: Program): Edit[] => {
  const found: Edit[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [described], end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (callee.property.name === 'meta' && described) found.push({ start: callee.object.end, end });
    },
  }).visit(program);
  return found;
};

/**
 * The parts of a contract that no request needs. Its schema of answers is kept only where it knows of secret members.
 */
const withoutReference = async (program: Program, source: string, path: string): Promise<Edit[]> => {
  const found: { name: string; part: Span }[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [contract] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'operation' || contract?.type !== 'ObjectExpression') return;
      for (const part of contract.properties) {
        if (part.type === 'Property' && part.key.type === 'Identifier') found.push({ name: part.key.name, part });
      }
    },
  }).visit(program);
  if (found.length === 0) return [];
  const { handler } = (await import(pathToFileURL(path).href)) as { handler: Operation };
  const needless = (name: string) =>
    REFERENCE_ONLY.has(name) || (name === 'returns' && !storesWithoutSecrets(handler.contract));
  return found
    .filter(({ name }) => needless(name))
    .map(({ part: { start, end } }) => ({ start, end: source[end] === ',' ? end + 1 : end }));
};
