import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Template, type TemplateResource, wholeTemplate } from '../whole-template.ts';

const FOLDER = 'cdk.out';

const read = <T>(file: string): T => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as T;

/**
 * The stack that CDK synthesized last, by any name. `template` returns it and its nested stacks as one; that needs
 * CDK's metadata of assets, which name the files.
 */
export const synthesized = (): { name: string; template: () => Template } => {
  const { artifacts } = read<{
    artifacts: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>;
  }>('manifest.json');
  const [id, stack] = Object.entries(artifacts).find(([, { type }]) => type === 'aws:cloudformation:stack') ?? [];
  const file = stack?.properties?.templateFile;
  if (!id || !file) throw new Error(`${FOLDER} contains no stack`);
  const nested = ({ Metadata }: TemplateResource): Template => read(String(Metadata?.['aws:asset:path']));
  return {
    name: stack.properties?.stackName ?? id,
    template: () => wholeTemplate(read<Template>(file), (_, resource) => nested(resource)),
  };
};
