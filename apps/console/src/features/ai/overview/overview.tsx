import { useState } from 'react';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { isUsable } from '../model/credential-state.ts';
import { Setup } from '../setup/setup.tsx';
import { AiState } from './ai-state.tsx';
import { type Configuration, useConfiguration } from './configuration.ts';

/** Three steps until the AI can answer, then its state and settings. */
export function Overview() {
  const texts = useAiTexts();
  return (
    <Screen>
      <Loaded query={useConfiguration()} failure={texts.failed}>
        {(configuration) => <Configured {...configuration} />}
      </Loaded>
    </Screen>
  );
}

function Configured(configuration: Configuration) {
  const { credentials, operators, external } = configuration;
  const isReady =
    external.some(({ state }) => state === 'active') ||
    (credentials.some((each) => isUsable(each) && (each.model !== null || each.provider === 'webhook')) &&
      operators.length > 0);
  // The last step stays until it is answered, although nothing is missing any more.
  const [isSettingUp, setSettingUp] = useState(!isReady);
  if (isSettingUp) return <Setup {...configuration} onDone={() => setSettingUp(false)} />;
  return <AiState {...configuration} />;
}
