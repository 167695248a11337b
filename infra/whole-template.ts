/** The part of a CloudFormation template that is read here. */
export interface Template {
  Parameters?: Record<string, unknown>;
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown }>;
}

export interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  DependsOn?: string | string[];
  Metadata?: Record<string, unknown>;
}

const STACK = 'AWS::CloudFormation::Stack';
const OUTPUT = 'Outputs.';

/**
 * The template as if there were no nested stacks: with their resources in the place of them, parameters and outputs
 * between the stacks replaced by what they stand for. `nestedOf` returns the template of a nested stack.
 */
export const wholeTemplate = <T extends Template>(
  root: T,
  nestedOf: (id: string, stack: TemplateResource) => Template,
): T => {
  const nested = new Map(
    Object.entries(root.Resources)
      .filter(([, { Type }]) => Type === STACK)
      .map(([id, stack]) => [id, { ...nestedOf(id, stack), given: (stack.Properties?.Parameters ?? {}) as object }]),
  );
  const inRoot = (value: unknown): unknown =>
    replaceReferences(value, (id, attribute) => {
      const output = attribute?.startsWith(OUTPUT)
        ? nested.get(id)?.Outputs?.[attribute.slice(OUTPUT.length)]
        : undefined;
      return output && inNested(id, output.Value);
    });
  const inNested = (stack: string, value: unknown): unknown => {
    const given: Record<string, unknown> = { ...nested.get(stack)?.given };
    return replaceReferences(value, (name, attribute) =>
      attribute === undefined && name in given ? inRoot(given[name]) : undefined,
    );
  };

  const resources: Record<string, TemplateResource> = {};
  const add = (found: Record<string, TemplateResource>, resolve: (value: unknown) => unknown) => {
    for (const [id, resource] of Object.entries(found)) {
      if (resource.Type === STACK) continue;
      if (resources[id]) throw new Error(`Two stacks have a resource ${id}`);
      const waitsFor = [resource.DependsOn ?? []].flat();
      resources[id] = {
        ...resource,
        ...(resource.Properties ? { Properties: resolve(resource.Properties) as Record<string, unknown> } : {}),
        ...(waitsFor.some((one) => nested.has(one))
          ? { DependsOn: waitsFor.flatMap((one) => Object.keys(nested.get(one)?.Resources ?? { [one]: true })) }
          : {}),
      };
    }
  };
  add(root.Resources, inRoot);
  for (const [id, { Resources }] of nested) add(Resources, (value) => inNested(id, value));
  return { ...root, Resources: resources, ...(root.Outputs ? { Outputs: inRoot(root.Outputs) } : {}) };
};

/** Replaces each reference for which `replace` returns a value: to a resource or parameter, or to an attribute. */
const replaceReferences = (value: unknown, replace: (name: string, attribute?: string) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => replaceReferences(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Sub': text } = value as Record<string, unknown>;
  if (typeof Ref === 'string') return replace(Ref) ?? value;
  if (Array.isArray(attribute)) return replace(attribute[0], attribute[1]) ?? value;
  if (typeof text === 'string') {
    return {
      'Fn::Sub': text.replace(/\$\{([\w:]+)(?:\.([\w.]+))?\}/g, (same, name, of) => {
        const replaced = replace(name, of);
        return replaced === undefined ? same : inText(replaced);
      }),
    };
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceReferences(one, replace)]));
};

/** A value as a part of the text of `Fn::Sub`. */
const inText = (value: unknown): string => {
  const { Ref, 'Fn::GetAtt': attribute } = Object(value) as { Ref?: string; 'Fn::GetAtt'?: string[] };
  if (typeof value === 'string') return value;
  if (Ref) return `\${${Ref}}`;
  if (attribute) return `\${${attribute.join('.')}}`;
  throw new Error(`Fn::Sub can't contain ${JSON.stringify(value)}`);
};
