/** As much of a template as is changed for SAM. */
export interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

interface FunctionProperties {
  Architectures?: string[];
  Environment?: { Variables?: Record<string, unknown> };
}

/**
 * The synthesized template with its functions as this machine can run them: on its own kind of processor, because AWS's
 * images for another one don't start here, and with `values` for the variables that the template gives each function. One
 * that isn't in `values` goes. All get `everywhere`: SAM passes on nothing that the template doesn't name.
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
