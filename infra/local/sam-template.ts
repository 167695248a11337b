import type { Template } from '../whole-template.ts';

interface FunctionProperties {
  Architectures?: string[];
  Environment?: { Variables?: Record<string, unknown> };
}

/**
 * Changes the synthesized template so that this machine can run its functions: for its own processor, because AWS's
 * images for another one don't start here, and with `values` for the variables that the template gives each function. A
 * variable that isn't in `values` is removed. All get `everywhere`: SAM passes on only variables that the template
 * names.
 */
export const templateForSam = <T extends Template>(
  template: T,
  architecture: 'arm64' | 'x86_64',
  values: Record<string, string>,
  everywhere: Record<string, string>,
): T => {
  const copy = structuredClone(template);
  for (const { Type, Properties } of Object.values(copy.Resources)) {
    if (Type !== 'AWS::Lambda::Function' || !Properties) continue;
    const properties = Properties as FunctionProperties;
    const named = Object.keys(properties.Environment?.Variables ?? {}).filter((name) => values[name] !== undefined);
    properties.Architectures = [architecture];
    properties.Environment = {
      Variables: { ...Object.fromEntries(named.map((name) => [name, values[name]])), ...everywhere },
    };
  }
  return copy;
};
