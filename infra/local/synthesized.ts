import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The stack that CDK synthesized last, by any name. */
export const synthesized = (): { name: string; templateFile: string } => {
  const { artifacts } = JSON.parse(readFileSync('cdk.out/manifest.json', 'utf8')) as {
    artifacts: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>;
  };
  const [id, stack] = Object.entries(artifacts).find(([, { type }]) => type === 'aws:cloudformation:stack') ?? [];
  if (!id || !stack?.properties?.templateFile) throw new Error('cdk.out contains no stack');
  return { name: stack.properties.stackName ?? id, templateFile: join('cdk.out', stack.properties.templateFile) };
};
