import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { STAGES, stageSettings } from '../../../lib/stages.ts';
import { synthesized } from '../synthesized.ts';
import { countOf, only, parsedProperties, propertiesOf, resourcesOf } from '../template-reader.ts';
import { EVERY_SETTING } from '../variations.ts';

const { service: prod } = synthesized('prod');
const { domain } = EVERY_SETTING;

describe('the access log', () => {
  const [stage] = parsedProperties(prod, 'AWS::ApiGateway::Stage', {
    AccessLogSetting: z.object({ Format: z.string(), DestinationArn: z.unknown() }),
    MethodSettings: z.array(z.looseObject({})),
    TracingEnabled: z.boolean(),
  });

  it('the access log is JSON with request id, partner, route, status, TLS version and latency', () => {
    expect(JSON.parse(stage?.AccessLogSetting.Format ?? '')).toMatchObject({
      requestId: '$context.requestId',
      partnerId: '$context.authorizer.partnerId',
      route: '$context.resourcePath',
      status: '$context.status',
      tls: '$context.tlsVersion',
      latencyMs: '$context.responseLatency',
    });
    expect(JSON.stringify(stage?.AccessLogSetting.DestinationArn)).toContain('/partner-lines/prod/api-access');
  });

  it('the access log contains no path, header, query or error text', () => {
    const said = z.record(z.string(), z.string()).parse(JSON.parse(stage?.AccessLogSetting.Format ?? ''));
    for (const variable of Object.values(said)) {
      expect(variable).not.toMatch(
        /\$context\.(path|requestOverride|responseOverride)|error\.message|Error$|userAgent/,
      );
    }
  });

  it('API Gateway writes no execution log', () => {
    expect(stage?.MethodSettings).toMatchObject([{ LoggingLevel: 'OFF', DataTraceEnabled: false }]);
  });

  it('X-Ray traces API Gateway and every function', () => {
    expect(stage?.TracingEnabled).toBe(true);
    for (const fn of propertiesOf(prod, 'AWS::Lambda::Function')) {
      expect(fn['TracingConfig']).toEqual({ Mode: 'Active' });
    }
  });
});

describe('the X-Ray traces of requests', () => {
  const SECONDS_A_MONTH = 30 * 24 * 3_600;
  const DOLLARS_A_TRACE = 5 / 1_000_000;
  const rule = {
    SamplingRule: z.object({
      RuleName: z.string().max(32),
      ServiceName: z.unknown(),
      ServiceType: z.literal('AWS::ApiGateway::Stage'),
      ReservoirSize: z.number(),
      FixedRate: z.number(),
    }),
  };

  it.each(STAGES)(
    'the traces of API requests in stage %s cost less than $20 a month at the highest permitted request rate',
    (stage) => {
      const [found, ...others] = parsedProperties(synthesized(stage).service, 'AWS::XRay::SamplingRule', rule);
      const { ReservoirSize = 1, FixedRate = 0.05 } = found?.SamplingRule ?? {};
      const rest = stageSettings(stage).throttle.requestsPerSecond - ReservoirSize;
      const dollars = (ReservoirSize + FixedRate * rest) * SECONDS_A_MONTH * DOLLARS_A_TRACE;
      expect(dollars).toBeLessThan(20);
      expect(others).toEqual([]);
    },
  );

  it('the sampling rule for traces uses the name that X-Ray gives to this API and stage', () => {
    const [found] = parsedProperties(prod, 'AWS::XRay::SamplingRule', rule);
    expect(found?.SamplingRule.ServiceName).toBe('partner-lines-prod/prod');
    expect(only(prod, 'AWS::ApiGateway::RestApi').Properties['Name']).toBe('partner-lines-prod');
    expect(only(prod, 'AWS::ApiGateway::Stage').Properties).toMatchObject({ StageName: 'prod', TracingEnabled: true });
  });
});

describe('the firewall', () => {
  it('the firewall blocks an address with 429 after more than 10,000 requests in 5 minutes', () => {
    expect(only(prod, 'AWS::WAFv2::WebACL').Properties).toMatchObject({
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      CustomResponseBodies: {
        limited: { ContentType: 'APPLICATION_JSON', Content: '{"error":"Too many requests. Please try again later."}' },
      },
      Rules: [
        {
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: 10_000 } },
          Action: {
            Block: {
              CustomResponse: {
                ResponseCode: 429,
                CustomResponseBodyKey: 'limited',
                ResponseHeaders: expect.arrayContaining([{ Name: 'Retry-After', Value: '300' }]),
              },
            },
          },
        },
      ],
    });
    expect(countOf(prod, 'AWS::WAFv2::WebACLAssociation')).toBe(1);
  });

  it('the firewall keeps no samples of requests', () => {
    expect(JSON.stringify(resourcesOf(prod, 'AWS::WAFv2::WebACL'))).not.toContain('"SampledRequestsEnabled":true');
  });

  it('stage dev has no firewall', () => {
    expect(countOf(synthesized('dev').service, 'AWS::WAFv2::WebACL')).toBe(0);
  });
});

it.each(['dev', 'staging', 'prod'] as const)(
  "API Gateway's own address accepts only TLS 1.2 and 1.3 in stage %s",
  (stage) => {
    expect(only(synthesized(stage).service, 'AWS::ApiGateway::RestApi').Properties).toMatchObject({
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_2021_06',
      EndpointAccessMode: 'BASIC',
    });
  },
);

describe('a custom domain', () => {
  const { service } = synthesized('prod with every setting');

  it('a custom domain requires TLS 1.2 or newer', () => {
    expect(only(service, 'AWS::ApiGateway::DomainName').Properties).toMatchObject({
      DomainName: domain.name,
      RegionalCertificateArn: domain.certificateArn,
      SecurityPolicy: 'TLS_1_2',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    expect(only(service, 'AWS::ApiGateway::BasePathMapping').Properties).not.toHaveProperty('BasePath');
  });

  it("API Gateway's own address is disabled if the stage has a custom domain", () => {
    expect(only(service, 'AWS::ApiGateway::RestApi').Properties['DisableExecuteApiEndpoint']).toBe(true);
    expect(service.Outputs['ApiUrl']).toMatchObject({ Value: 'https://api.lines.example.com' });
  });

  it('a custom domain gets a DNS record only if the settings name a hosted zone', () => {
    expect(only(service, 'AWS::Route53::RecordSet').Properties).toMatchObject({
      Name: domain.name,
      Type: 'A',
      HostedZoneId: domain.hostedZoneId,
    });
    const other = synthesized('staging with a domain and topics').service;
    expect(countOf(other, 'AWS::ApiGateway::DomainName')).toBe(1);
    expect(countOf(other, 'AWS::Route53::RecordSet')).toBe(0);
  });
});

it("API Gateway's own address is enabled if the stage has no custom domain", () => {
  expect(countOf(prod, 'AWS::ApiGateway::DomainName')).toBe(0);
  expect(only(prod, 'AWS::ApiGateway::RestApi').Properties['DisableExecuteApiEndpoint']).toBe(false);
});
