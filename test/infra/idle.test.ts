import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FILE_CHANGED } from '../../lib/aws/files/file-store.ts';
import { idleBill, totalOf } from '../bench/idle/bill.ts';
import { SWITCHES, switchPrice } from '../bench/idle/switches.ts';
import { synthesize } from './stack.ts';

const read = (file: string) => readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');

describe('a month without use', () => {
  test('costs less than 4.80 dollars by default, after what AWS gives every account', () => {
    expect(totalOf(idleBill(synthesize([]))).billed).toBeLessThan(4.8);
  });

  test('and what makes it dearer are switches, whose prices the guide to deploying states as computed', () => {
    const guide = read('deploying.md');
    for (const context of SWITCHES) {
      const [key = '', value = ''] = context.split('=');
      const row = guide.split('\n').find((line) => line.startsWith(`| \`${key}\` `));
      expect(row, context).toContain(`\`${value}\``);
      expect(row, context).toContain(`$${switchPrice(context).list.toFixed(2)} a month`);
    }
    const { list, billed } = totalOf(idleBill(synthesize([])));
    expect(guide).toContain(`$${billed.toFixed(2)} a month`);
    expect(guide).toContain(`$${list.toFixed(2)} at list prices`);
  });
});

describe('each alarm', () => {
  const alarms = () =>
    synthesize([], { alarms: 'all' })
      .ofType('AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => ({
        name: String(Properties.AlarmName['Fn::Join'][1].at(-1)).slice(1),
        description: JSON.stringify(Properties.AlarmDescription),
      }));

  test('says what to do with a command, and has a section of its name in the guide to operating', () => {
    const sections = [...read('operating.md').matchAll(/^### (\w+)\n\n(.+)/gm)];
    expect(sections.map(([, name]) => name)).toEqual(expect.arrayContaining(alarms().map(({ name }) => name)));
    for (const { name, description } of alarms()) {
      expect(description).toMatch(/: aws [a-z0-9]+ [a-z-]+/);
      expect(description).toContain(`docs/operating.md, ${name})`);
    }
  });

  test('watches something: errors of all functions, the schedule, every dead letter, seals, files and mails', () => {
    const stack = synthesize([]);
    const text = JSON.stringify(stack.ofType('AWS::CloudWatch::Alarm'));
    for (const [id, { Properties }] of stack.ofType('AWS::SQS::Queue')) {
      if (!Properties.RedrivePolicy) expect(text).toContain(id);
    }
    for (const metric of [
      '5XXError',
      'Invocations',
      'SealsFailed',
      'Reputation.BounceRate',
      'Reputation.ComplaintRate',
    ]) {
      expect(text).toContain(`"${metric}"`);
    }
    const filters = stack.ofType('AWS::Logs::MetricFilter').map(([, { Properties }]) => Properties);
    for (const { MetricTransformations } of filters) {
      expect(text).toContain(JSON.stringify(MetricTransformations[0].MetricName));
    }
    expect(filters.map(({ FilterPattern }) => FilterPattern)).toContain(`{ $.message = "${FILE_CHANGED}" }`);
    // Every function writes to this log, so that none can fail unseen.
    for (const [id, { Properties }] of stack.ofType('AWS::Lambda::Function')) {
      for (const { LogGroupName } of filters) expect(Properties.LoggingConfig.LogGroup, id).toEqual(LogGroupName);
    }
  });
});
