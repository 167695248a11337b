import { CfnParameter, type CfnResource, Fn, NestedStack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Platform } from './access.ts';

/**
 * A nested stack of functions and their roles. CDK passes attributes of the root's resources on as parameters. What
 * is no attribute is another thing inside: the stack's name, and conditions. These are parameters of our own.
 */
export class FunctionStack extends NestedStack {
  /** The platform, as functions in this stack refer to it. */
  readonly platform: Platform;

  constructor(scope: Construct, id: string, platform: Platform) {
    super(scope, id, {
      description: `Countersign: functions (${id})`,
      parameters: { Platform: platform.name, BaseUrl: platform.baseUrl },
      suppressTemplateIndentation: true,
    });
    // Names that CloudFormation makes in here begin with the root's name and this id.
    (this.nestedStackResource as CfnResource).overrideLogicalId(id);
    const value = (name: string) => new CfnParameter(this, name).valueAsString;
    this.platform = { ...platform, name: value('Platform'), baseUrl: value('BaseUrl') };
  }

  /** A name that begins with the platform's. */
  named(rest: string): string {
    return Fn.sub(`\${Platform}-${rest}`);
  }
}
