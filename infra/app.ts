/** The CDK app (`cdk.json` points here): bundles every function, then makes their stack. Needs no account. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { operations } from '../functions/index.ts';
import { acknowledgeFindings } from './acknowledged.ts';
import { bundleFunctions } from './bundle.ts';
import { kebabCase } from './names.ts';
import { ServiceStack } from './service-stack.ts';
import { readSettings, stackName } from './settings.ts';
import { SEAL_CERTIFICATE_FILE } from './signing-keys.ts';
import { WORKERS } from './workers.ts';

const app = new App();
const settings = readSettings(app.node.getAllContext());

const contracts = operations.map(({ contract }) => contract);
const names = [...contracts.map(({ id }) => kebabCase(id)), ...WORKERS, 'prepare-keys', 'empty-buckets'];
const bundles = await bundleFunctions(names, 'dist');

const stack = new ServiceStack(app, stackName(settings), {
  contracts,
  settings,
  codeOf: (name) => {
    const bundle = bundles.get(name);
    if (!bundle) throw new Error(`The function ${name} was not bundled`);
    // A CA's certificate comes with its chain, which is too large for the function's environment.
    if (settings.sealCertificate && bundle.modules.includes('lib/aws/keys/seal-signer.ts')) {
      writeFileSync(join(bundle.directory, SEAL_CERTIFICATE_FILE), settings.sealCertificate);
    }
    return { code: Code.fromAsset(bundle.directory), modules: bundle.modules };
  },
});
acknowledgeFindings(stack, settings);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
