/** The CDK app (`cdk.json` points here): bundles every function, then makes the stack of them. Needs no account. */
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { operations } from '../functions/index.ts';
import { acknowledgeFindings } from './acknowledged.ts';
import { bundleFunctions } from './bundle.ts';
import { kebabCase } from './names.ts';
import { ServiceStack } from './service-stack.ts';
import { WORKERS } from './workers.ts';

const contracts = operations.map(({ contract }) => contract);
const names = [...contracts.map(({ id }) => kebabCase(id)), ...WORKERS, 'prepare-keys'];
const bundles = await bundleFunctions(names, 'dist');

const app = new App();
const stack = new ServiceStack(app, 'CountersignStack', {
  contracts,
  codeOf: (name) => {
    const bundle = bundles.get(name);
    if (!bundle) throw new Error(`The function ${name} was not bundled`);
    return { code: Code.fromAsset(bundle.directory), modules: bundle.modules };
  },
});
acknowledgeFindings(stack);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
