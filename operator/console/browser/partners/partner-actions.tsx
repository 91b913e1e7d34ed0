import { EMAIL_CHARACTERS } from '../../protocol/limits.ts';
import type { ValueOf } from '../../protocol/routes.ts';
import { about } from '../about.ts';
import { ActionButton } from '../actions/action.tsx';
import { CopyButton } from '../elements/copy-button.tsx';
import { Menu } from '../elements/menu.tsx';
import { DeleteCallsButton, DeletePartnerButton } from './deletions.tsx';
import { ExportPartnerButton } from './export.tsx';
import { ReplayManyButton } from './replay-many.tsx';

interface Props {
  readonly partner: ValueOf<'partner show'>;
}

export function PartnerActions({ partner }: Props) {
  if (about.value?.isWritable !== true) return null;
  const options = { partner: partner.partnerId };
  return (
    <>
      <ReplayManyButton partner={partner} />
      <Menu name="More actions">
        <ContactButton partner={partner} />
        <ActionButton
          label="Rotate secret…"
          title="Rotate the signing secret"
          route="secret rotate"
          options={options}
          wordToType="rotate"
          effect="We sign with the old secret until the partner's next PUT /v1/webhooks. The response to this PUT has the new secret."
          done={({ textForPartner }) => (
            <>
              <p class="well">A new secret waits. Send this text to the partner:</p>
              <pre>{textForPartner}</pre>
              <CopyButton words="Copy the text" text={textForPartner} />
            </>
          )}
        />
        <ActionButton
          label="Rotate key…"
          title="Rotate the API key"
          route="key rotate"
          options={options}
          wordToType="rotate"
          isShownOnce
          effect="The partner gets a new API key, which is shown only once."
          done={({ apiKey }) => <ApiKeyShownOnce text={apiKey} />}
        />
        <ActionButton
          label="Revoke key…"
          title="Revoke the API key"
          route="key revoke"
          options={options}
          wordToType="revoke"
          effect="The partner then has no valid API key. To issue a new key, rotate the key."
          done={({ keyState }) => `The API key is ${keyState}.`}
        />
        <SuspensionButton partner={partner} />
        <ExportPartnerButton partner={partner} />
        <DeleteCallsButton partner={partner} />
        <DeletePartnerButton partner={partner} />
      </Menu>
    </>
  );
}

function SuspensionButton({ partner: { partnerId, state } }: Props) {
  const options = { partner: partnerId };
  return state === 'suspended' ? (
    <ActionButton
      label="Activate"
      title="Activate the partner"
      route="partner activate"
      options={options}
      effect="The partner's requests and deliveries are handled again. Deliveries that were skipped stay skipped until somebody replays them."
      done={() => 'The partner is active.'}
    />
  ) : (
    <ActionButton
      label="Suspend…"
      title="Suspend the partner"
      route="partner suspend"
      options={options}
      wordToType="suspend"
      effect="The partner stays suspended until somebody activates it."
      done={() => 'The partner is suspended.'}
    />
  );
}

function ContactButton({ partner: { partnerId, contact = '' } }: Props) {
  return (
    <ActionButton
      label="Contact…"
      title="Set the contact"
      route="partner contact"
      options={{ partner: partnerId }}
      effect="Notices about the partner contain this address. To remove the address, enter the word none."
      fields={
        <label class="field">
          Email address, or none
          <input name="email" required maxLength={EMAIL_CHARACTERS} defaultValue={contact} autocomplete="off" />
        </label>
      }
      done={({ contact: stored }) => (stored ? `The partner's contact is ${stored}.` : 'The partner has no contact.')}
    />
  );
}

/** Shows an API key until the person closes the dialog with its button. Afterwards, the page no longer has the key. */
function ApiKeyShownOnce({ text }: { readonly text: string }) {
  return (
    <>
      <p class="well">Copy the new API key now. It is shown only here, until you close this dialog.</p>
      <pre>{text}</pre>
      <CopyButton words="Copy the API key" text={text} />
    </>
  );
}
