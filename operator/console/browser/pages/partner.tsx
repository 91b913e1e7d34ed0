import { useEffect } from 'preact/hooks';
import { pathTo } from '../../protocol/pages.ts';
import { DeliveryList, deliveryListOptions } from '../deliveries/delivery-list.tsx';
import { Facts } from '../elements/facts.tsx';
import { IdLink, NameLink, rememberName } from '../elements/links.tsx';
import { Moment, RelativeTime, RoughRelativeTime } from '../elements/moment.tsx';
import { Region, rejectionMessage } from '../elements/region.tsx';
import { HealthState, PartnerOrLineState } from '../elements/status.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { ChangeTable } from '../operations/change-table.tsx';
import { RunbookLink } from '../operations/runbook.tsx';
import { DeliveriesByPeriod } from '../partners/deliveries-by-period.tsx';
import { PartnerActions } from '../partners/partner-actions.tsx';
import { usePolled } from '../poll.ts';
import { linesText } from './partners.tsx';
import { MissingItemPage } from './problem-pages.tsx';

interface Props {
  readonly id: string;
}

export function PartnerPage({ id }: Props) {
  const partner = usePolled('partner show', { partner: id });
  const shown = partner.value.response?.value;
  const rejection = rejectionMessage(partner.value);
  if (rejection !== undefined) return <MissingItemPage title="Partner" id={id} sentence={rejection} />;
  return (
    <>
      <Heading
        title={shown?.name ?? id}
        id={shown && id}
        state={shown && shown.state !== 'active' ? <PartnerOrLineState state={shown.state} /> : null}
        commands={[
          ['partner show', { partner: id }],
          ['partner health', { partner: id }],
          ['webhook show', { partner: id }],
          ['delivery list', deliveryListOptions({ partner: id })],
          ['line list', { partner: id }],
        ]}
      >
        {shown ? <PartnerActions partner={shown} /> : null}
      </Heading>
      <div class="columns aside">
        <div>
          <DeliveriesByPeriod id={id} />
          <DeliveryList of={{ partner: id }} />
          <PartnerLines id={id} />
          <PartnerHistory id={id} />
        </div>
        <div>
          <PartnerHealth id={id} />
          <PartnerWebhook id={id} />
          <Region name="Partner" polled={partner.value}>
            {({ state, keyPrefix, keyState, scopes, lineCount, quota, createdAt, contact }) => (
              <Facts
                facts={{
                  State: <PartnerOrLineState state={state} />,
                  'API key': (
                    <>
                      <code>{keyPrefix}…</code> {keyState}
                    </>
                  ),
                  Scopes: scopes.join(', '),
                  Lines: linesText(lineCount, quota),
                  Contact: contact ?? 'none',
                  Created: <RoughRelativeTime at={createdAt} />,
                }}
              />
            )}
          </Region>
        </div>
      </div>
    </>
  );
}

/** Shows the newest changes of the partner: what was done, why, and by whom. */
function PartnerHistory({ id }: Props) {
  const changes = usePolled('audit list', { partner: id, limit: '10' });
  const all = `${pathTo('audit')}?${new URLSearchParams({ partner: id })}`;
  return (
    <Region name="History" polled={changes.value} aside={<a href={all}>All changes</a>}>
      {(entries) => (
        <ChangeTable entries={entries} isOfPartner empty="The audit trail has no entry about the partner." />
      )}
    </Region>
  );
}

const HEADING = 'a-partner-asks-whether-its-receiver-works';

function PartnerHealth({ id }: Props) {
  const health = usePolled('partner health', { partner: id });
  return (
    <Region name="Health" polled={health.value} aside={<RunbookLink heading={HEADING} partner={id} />}>
      {([known]) =>
        known && (
          <Facts
            facts={{
              Receiver: <HealthState state={known.state} />,
              'Failing since': known.failingSince && <RelativeTime at={known.failingSince} />,
              'Failed first attempts': known.consecutiveFailures,
              'Last outcome': known.lastOutcome ?? 'none yet',
              'Last delivered': known.lastDeliveredAt ? <RoughRelativeTime at={known.lastDeliveredAt} /> : 'none found',
            }}
          />
        )
      }
    </Region>
  );
}

function PartnerWebhook({ id }: Props) {
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
                ends with <code>{waitingSecret.hint}</code>, since <Moment at={waitingSecret.since} />
              </>
            ),
            Changed: <RoughRelativeTime at={updatedAt} />,
          }}
        />
      )}
    </Region>
  );
}

function PartnerLines({ id }: Props) {
  const lines = usePolled('line list', { partner: id });
  const listed = lines.value.response?.value;
  useEffect(() => {
    for (const { tenantId, name } of listed ?? []) rememberName(tenantId, name);
  }, [listed]);
  return (
    <Region name="Lines" polled={lines.value}>
      {(rows) => (
        <>
          <Table
            rows={rows}
            keyOf={({ tenantId }) => tenantId}
            empty="The partner has no active line."
            columns={[
              { head: 'Line', cell: ({ tenantId, name }) => <NameLink page="line" id={tenantId} name={name} /> },
              { head: 'Id', cell: ({ tenantId }) => <IdLink page="line" id={tenantId} />, isMinor: true },
              { head: 'External id', cell: ({ externalId }) => externalId, isLong: true },
              { head: 'Region', cell: ({ region }) => region, isShort: true },
              {
                head: 'Created',
                cell: ({ createdAt }) => <RoughRelativeTime at={createdAt} />,
                isNumber: true,
                isMinor: true,
              },
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
