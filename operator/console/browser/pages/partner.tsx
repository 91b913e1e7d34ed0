import { Facts } from '../parts/facts.tsx';
import { Heading } from '../parts/heading.tsx';
import { IdLink } from '../parts/links.tsx';
import { MomentAndAgo } from '../parts/moment.tsx';
import { PartnerActions } from '../parts/partner-actions.tsx';
import { PartnerCounts } from '../parts/partner-counts.tsx';
import { deliveriesWanted, PartnerDeliveries } from '../parts/partner-deliveries.tsx';
import { Region } from '../parts/region.tsx';
import { Table } from '../parts/table.tsx';
import { usePolled } from '../poll.ts';
import { HealthState, linesText, PartnerState } from './partners.tsx';

interface Props {
  readonly id: string;
}

export function PartnerPage({ id }: Props) {
  const partner = usePolled('partner show', { partner: id });
  return (
    <>
      <Heading
        title={partner.value.response?.value.name ?? id}
        commands={[
          ['partner show', { partner: id }],
          ['partner health', { partner: id }],
          ['webhook show', { partner: id }],
          ['delivery list', deliveriesWanted(id)],
          ['line list', { partner: id }],
        ]}
      />
      {partner.value.response ? <PartnerActions partner={partner.value.response.value} /> : null}
      <div class="columns">
        <div>
          <Region name="Partner" polled={partner.value}>
            {({ partnerId, state, keyPrefix, keyState, scopes, lineCount, quota, createdAt, contact }) => (
              <Facts
                facts={{
                  Id: <code>{partnerId}</code>,
                  State: <PartnerState state={state} />,
                  'API key': (
                    <>
                      <code>{keyPrefix}…</code> ({keyState})
                    </>
                  ),
                  Scopes: scopes.join(', '),
                  Lines: linesText(lineCount, quota),
                  Contact: contact ?? 'none',
                  Created: <MomentAndAgo at={createdAt} />,
                }}
              />
            )}
          </Region>
          <Webhook id={id} />
        </div>
        <div>
          <PartnerHealth id={id} />
          <PartnerCounts id={id} />
        </div>
      </div>
      <PartnerDeliveries id={id} />
      <Lines id={id} />
    </>
  );
}

function PartnerHealth({ id }: Props) {
  const health = usePolled('partner health', { partner: id });
  return (
    <Region name="Health" polled={health.value}>
      {([known]) =>
        known && (
          <Facts
            facts={{
              Receiver: <HealthState state={known.state} />,
              'Failing since': known.failingSince && <MomentAndAgo at={known.failingSince} />,
              'Failed in a row': known.consecutiveFailures,
              'Last outcome': known.lastOutcome ?? 'none yet',
              'Last delivered': known.lastDeliveredAt ? <MomentAndAgo at={known.lastDeliveredAt} /> : 'never',
            }}
          />
        )
      }
    </Region>
  );
}

function Webhook({ id }: Props) {
  const webhook = usePolled('webhook show', { partner: id });
  return (
    <Region name="Webhook" polled={webhook.value}>
      {({ url, signingSecretHint, updatedAt, waitingSecret }) => (
        <Facts
          facts={{
            URL: <span class="mono">{url}</span>,
            'Signing secret': (
              <>
                ends with <code>{signingSecretHint}</code>
              </>
            ),
            'Waiting secret': waitingSecret && (
              <>
                ends with <code>{waitingSecret.hint}</code>, since <MomentAndAgo at={waitingSecret.since} />
              </>
            ),
            Changed: <MomentAndAgo at={updatedAt} />,
          }}
        />
      )}
    </Region>
  );
}

function Lines({ id }: Props) {
  const lines = usePolled('line list', { partner: id });
  return (
    <Region name="Lines" polled={lines.value}>
      {(rows) => (
        <>
          <Table
            rows={rows}
            keyOf={({ tenantId }) => tenantId}
            empty="The partner has no active line."
            columns={[
              { head: 'Line', cell: ({ tenantId }) => <IdLink page="line" id={tenantId} /> },
              { head: 'Name', cell: ({ name }) => name },
              { head: 'Region', cell: ({ region }) => region, isShort: true },
              { head: 'External id', cell: ({ externalId }) => externalId },
              { head: 'Created', cell: ({ createdAt }) => <MomentAndAgo at={createdAt} /> },
            ]}
          />
          {lines.value.response?.next ? (
            <p class="soft">The partner has more lines than the {rows.length} above.</p>
          ) : null}
        </>
      )}
    </Region>
  );
}
