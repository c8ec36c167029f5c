import { useId, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { ownerText } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';

/** The consent the owner requires before a form is sent, if any. */
export function useConsent({ config }: Model) {
  const { form } = useTexts();
  const locale = useLocale();
  const [isGiven, setGiven] = useState(false);
  const [isValidated, setValidated] = useState(false);
  const { consent: required } = config;
  const isMissing = required !== null && !isGiven;
  return {
    /** Whether it is given; shows the error from now on. */
    validate() {
      setValidated(true);
      return !isMissing;
    },
    field: required && (
      <ConsentField
        text={ownerText(config, 'consent', locale) ?? form.consent}
        url={required.url}
        isGiven={isGiven}
        error={isValidated && isMissing ? form.consentNeeded : undefined}
        onChange={setGiven}
      />
    ),
  };
}

/** The box for marketing e-mails, if the owner asks for it. Nobody has to tick it. */
export function useMarketingConsent({ config }: Model) {
  const [isGiven, setGiven] = useState(false);
  const { marketing_consent: text } = config;
  return {
    info: isGiven && { marketing_consent: true },
    field: text && <ConsentField text={text} url={null} isGiven={isGiven} error={undefined} onChange={setGiven} />,
  };
}

interface ConsentFieldProps {
  text: string;
  url: string | null;
  isGiven: boolean;
  error: string | undefined;
  onChange(isGiven: boolean): void;
}

function ConsentField({ text, url, isGiven, error, onChange }: ConsentFieldProps) {
  const { form } = useTexts();
  const id = useId();
  return (
    <div class="field">
      <label class="consent">
        <input
          type="checkbox"
          checked={isGiven}
          aria-invalid={Boolean(error)}
          aria-describedby={error && id}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {text}
          {url && (
            <>
              {' '}
              <a href={url} target="_blank" rel="noopener noreferrer">
                {form.consentLink}
              </a>
            </>
          )}
        </span>
      </label>
      {error && (
        <p class="mistake" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
