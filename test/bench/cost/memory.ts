import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { operations } from '../../../functions/index.ts';
import { bundleFunctions } from '../../../infra/bundle.ts';
import { kebabCase } from '../../../infra/names.ts';
import { ServiceStack } from '../../../infra/service-stack.ts';
import { readSettings } from '../../../infra/settings.ts';
import { WORKERS } from '../../../infra/workers.ts';

interface FunctionResource {
  Properties: { Code: { ZipFile: string }; MemorySize: number };
}

/** The memory in MB that the stack gives to each function, by the id of its operation or the file of the worker. */
export const memoryOfFunctions = async (): Promise<Map<string, number>> => {
  const contracts = operations.map(({ contract }) => contract);
  const ids = new Map(contracts.map(({ id }) => [kebabCase(id), id]));
  const into = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
  try {
    const bundles = await bundleFunctions([...ids.keys(), ...WORKERS], into);
    const stack = new ServiceStack(new App(), 'CountersignStack', {
      contracts,
      settings: readSettings({}),
      // In place of its code, a function holds its name.
      codeOf: (name) => ({ code: Code.fromInline(name), modules: bundles.get(name)?.modules ?? [] }),
    });
    const stacks = stack.node.findAll().filter((one) => Stack.isStack(one)) as Stack[];
    const functions = stacks.flatMap((one) =>
      Object.values(Template.fromStack(one).findResources('AWS::Lambda::Function')),
    );
    return new Map(
      (functions as FunctionResource[]).map(({ Properties: { Code: code, MemorySize } }) => [
        ids.get(code.ZipFile) ?? code.ZipFile,
        MemorySize,
      ]),
    );
  } finally {
    await rm(into, { recursive: true, force: true });
  }
};
