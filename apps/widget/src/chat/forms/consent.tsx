import { useId, useState } from 'preact/hooks';
import type { Model } from '../model/model.ts';
import { ownerText } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';

/** What the owner wants agreed to before anything is sent; nothing, where they want nothing. */
export function useConsent({ config }: Model) {
  const { form } = useTexts();
  const locale = useLocale();
  const [isGiven, setGiven] = useState(false);
  const [isTried, setTried] = useState(false);
  const { consent: asked } = config;
  const isLacking = asked !== null && !isGiven;
  return {
    /** Whether it is given; from then on it is shown when it is not. */
    check() {
      setTried(true);
      return !isLacking;
    },
    field: asked && (
      <ConsentField
        text={ownerText(config, 'consent', locale) ?? form.consent}
        url={asked.url}
        isGiven={isGiven}
        mistake={isTried && isLacking ? form.consentNeeded : undefined}
        onGiven={setGiven}
      />
    ),
  };
}

interface Props {
  text: string;
  url: string | null;
  isGiven: boolean;
  mistake: string | undefined;
  onGiven(isGiven: boolean): void;
}

function ConsentField({ text, url, isGiven, mistake, onGiven }: Props) {
  const { form } = useTexts();
  const id = useId();
  return (
    <div class="field">
      <label class="consent">
        <input
          type="checkbox"
          checked={isGiven}
          aria-invalid={Boolean(mistake)}
          aria-describedby={mistake && id}
          onChange={(event) => onGiven(event.currentTarget.checked)}
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
      {mistake && (
        <p class="mistake" id={id}>
          {mistake}
        </p>
      )}
    </div>
  );
}
