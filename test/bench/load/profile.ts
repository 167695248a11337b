import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Frame {
  functionName: string;
  url: string;
  lineNumber: number;
}

interface ProfileNode {
  id: number;
  callFrame: Frame;
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

export interface Shares {
  /** Seconds by owner of the code, the largest first. */
  owners: [string, number][];
  /** Seconds by function of our own code, the largest first. */
  functions: [string, number][];
  /** Seconds that the processor was busy. */
  busy: number;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Engines run in the platform's process. The time of code that they call counts for them. */
const ENGINES = /node_modules\/(@20minutes\/s3rver|fauxqs)\//;

const OWN = 'our code (functions, lib)';

const ownerOf = ({ url, functionName }: Frame): string | undefined => {
  if (url.startsWith('node:')) return 'Node';
  if (!url) return functionName === '(garbage collector)' ? 'garbage collector' : 'Node';
  const path = url.replace('file://', '').replace(root, '');
  if (/^(functions|lib)\//.test(path)) return OWN;
  if (path.startsWith('infra/')) return 'local platform (infra)';
  const [, name = 'elsewhere'] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (/^@(aws-sdk|smithy|aws)\//.test(name)) return 'AWS SDK';
  return name;
};

/**
 * Returns the processor's time by code, from the profiles in a folder. Time counts for the code that ran, not for its
 * caller; code that an engine calls counts for the engine.
 */
export const sharesOf = async (folder: string): Promise<Shares> => {
  const owners = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const file of await readdir(folder)) {
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as Profile;
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
    const ofEngine = (id: number | undefined): boolean => {
      const node = id === undefined ? undefined : nodes.get(id);
      return node !== undefined && (ENGINES.test(node.callFrame.url) || ofEngine(parents.get(node.id)));
    };
    const engineNodes = new Set(profile.nodes.filter(({ id }) => ofEngine(id)).map(({ id }) => id));
    for (const [index, id] of profile.samples.entries()) {
      const frame = nodes.get(id)?.callFrame;
      if (!frame || frame.functionName === '(idle)') continue;
      const seconds = (profile.timeDeltas[index] ?? 0) / 1e6;
      const owner = engineNodes.has(id) ? 'engines (S3, SQS)' : ownerOf(frame);
      if (owner) owners.set(owner, (owners.get(owner) ?? 0) + seconds);
      if (owner !== OWN) continue;
      const name = `${frame.functionName || '(module)'} · ${frame.url.replace(`file://${root}`, '')}:${frame.lineNumber + 1}`;
      functions.set(name, (functions.get(name) ?? 0) + seconds);
    }
  }
  const sorted = (of: Map<string, number>) => [...of].toSorted(([, a], [, b]) => b - a);
  return {
    owners: sorted(owners),
    functions: sorted(functions),
    busy: [...owners.values()].reduce((a, b) => a + b, 0),
  };
};
