import type { ComponentType } from 'preact';
import { type PageName, pageAt } from '../protocol/pages.ts';
import { about } from './about.ts';
import { Skeleton } from './elements/region.tsx';
import { Frame } from './frame/frame.tsx';
import { hasStackName, isStackName, otherStackIn } from './links.ts';
import { AlarmsPage } from './pages/alarms.tsx';
import { AuditPage } from './pages/audit.tsx';
import { DeliveriesPage } from './pages/deliveries.tsx';
import { DeliveryPage } from './pages/delivery.tsx';
import { LinePage } from './pages/line.tsx';
import { ObjectivesPage } from './pages/objectives.tsx';
import { OtherStackPage } from './pages/other-stack.tsx';
import { OverviewPage } from './pages/overview.tsx';
import { PartnerPage } from './pages/partner.tsx';
import { PartnersPage } from './pages/partners.tsx';
import { LockedOutPage, NotFoundPage } from './pages/problem-pages.tsx';
import { QueuesPage } from './pages/queues.tsx';
import { RejectedCallsPage } from './pages/rejected-calls.tsx';
import { RunbookIndexPage, RunbookPage } from './pages/runbook.tsx';
import { SearchPage } from './pages/search.tsx';
import { isLockedOut } from './poll.ts';
import { address } from './router.ts';

interface PageProps {
  /** The id in the path; empty for a page without an id. */
  readonly id: string;
}

/** The component of every page. To add a page, add its address to `PAGES` and its component here. */
const COMPONENTS: Readonly<Record<PageName, ComponentType<PageProps>>> = {
  overview: OverviewPage,
  partners: PartnersPage,
  partner: PartnerPage,
  line: LinePage,
  deliveries: DeliveriesPage,
  delivery: DeliveryPage,
  rejected: RejectedCallsPage,
  queues: QueuesPage,
  alarms: AlarmsPage,
  objectives: ObjectivesPage,
  runbookIndex: RunbookIndexPage,
  runbook: RunbookPage,
  audit: AuditPage,
  search: SearchPage,
};

export function Console() {
  return <Frame>{isLockedOut.value ? <LockedOutPage /> : <CurrentPage />}</Frame>;
}

function CurrentPage() {
  const { path, query } = address.value;
  if (hasStackName(query)) {
    if (about.value === undefined) return <Skeleton />;
    const stack = otherStackIn(query, about.value);
    if (stack !== undefined)
      return isStackName(stack) ? <OtherStackPage stack={stack} about={about.value} /> : <NotFoundPage />;
  }
  const found = pageAt(path);
  if (!found) return <NotFoundPage />;
  const Page = COMPONENTS[found.page];
  // The path is the component's key, so that Preact builds a new page for another id and never shows the previous id's
  // data.
  return <Page key={path} id={found.id} />;
}
