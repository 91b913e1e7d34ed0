import { BUDGET_DAYS, BURN_HOURS, FAST_BURN } from '../../../../shared/domain/burn-rates.ts';
import { Moment } from '../elements/moment.tsx';
import { Region, ResponseView } from '../elements/region.tsx';
import { Table } from '../elements/table.tsx';
import { Heading } from '../frame/heading.tsx';
import { useCommandOnClick, usePolled } from '../poll.ts';

export function ObjectivesPage() {
  const budgets = usePolled('slo');
  const since = budgets.value.response?.value[0]?.since;
  return (
    <>
      <Heading title="Objectives" commands={[['slo']]} />
      <Region
        name="Budgets"
        polled={budgets.value}
        aside={
          since && (
            <span class="soft">
              since <Moment at={since} />
            </span>
          )
        }
      >
        {(rows) => (
          <Table
            rows={rows}
            keyOf={({ objective }) => objective}
            empty="There is no objective."
            columns={[
              {
                head: 'Objective',
                cell: ({ objective, promise }) => (
                  <>
                    {objective} <span class="soft">{promise}</span>
                  </>
                ),
                isWhole: true,
              },
              { head: 'Budget left', cell: ({ budgetLeftPercent: left }) => <BudgetLeft percent={left} /> },
              {
                head: `Burn rate in ${BURN_HOURS} hours`,
                cell: ({ burnRate }) => (burnRate === null ? 'none' : `${burnRate} ×`),
                isNumber: true,
              },
              {
                head: 'Bad',
                cell: ({ bad, all }) => `${bad.toLocaleString('en')} of ${all.toLocaleString('en')}`,
                isNumber: true,
              },
              {
                head: 'Good',
                cell: ({ goodPercent }) => (goodPercent === null ? 'none' : `${goodPercent} %`),
                isNumber: true,
              },
              { head: 'Target', cell: ({ targetPercent }) => `${targetPercent} %`, isNumber: true },
            ]}
          />
        )}
      </Region>
      <p class="soft">
        At a burn rate of 1 ×, the budget is used up after {BUDGET_DAYS} days. At {Math.floor(FAST_BURN.rate)} ×, it is
        used up after {FAST_BURN.lasts}.
      </p>
      <DoctorChecks />
    </>
  );
}

/** Shows as a bar what share of a budget is left. If nothing is left, says how many times the budget is used up. */
function BudgetLeft({ percent }: { readonly percent: number }) {
  if (percent <= 0) return <span class="badge bad">none: used {Math.floor((100 - percent) / 10) / 10} times</span>;
  return (
    <span class="budget">
      <span class="meter" aria-hidden="true">
        <span class="meter-filled" style={{ width: `${percent}%` }} />
      </span>
      {Math.floor(percent * 10) / 10} %
    </span>
  );
}

/** Runs `doctor` only after a click, because `doctor` invokes functions and sends requests to many AWS services. */
function DoctorChecks() {
  const [found, run] = useCommandOnClick('doctor');
  return (
    <section aria-labelledby="doctor">
      <div class="heading">
        <h2 id="doctor">Parts of the service</h2>
        <button type="button" onClick={run}>
          Check every part
        </button>
      </div>
      {found === undefined ? null : (
        <ResponseView polled={found}>
          {(findings) => (
            <Table
              rows={findings.toSorted((one, other) => Number(one.ok) - Number(other.ok))}
              keyOf={({ check }) => check}
              empty="No part was checked."
              columns={[
                { head: 'Part', cell: ({ check }) => check },
                {
                  head: 'State',
                  cell: ({ ok }) => <span class={ok ? 'badge plain' : 'badge bad'}>{ok ? 'works' : 'wrong'}</span>,
                },
                { head: 'Finding', cell: ({ finding }) => finding ?? '' },
                { head: 'What to do', cell: ({ todo }) => todo ?? '' },
              ]}
            />
          )}
        </ResponseView>
      )}
    </section>
  );
}
