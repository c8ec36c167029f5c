import type { LoaderConfig } from '@parley/contract';
import type { Model } from '../model/model.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useDeferredParts } from '../ui/deferred.tsx';
import { nameOf } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { useStore } from '../ui/use-store.ts';
import { Menu } from './menu.tsx';

const MOST_FACES = 3;

/** Who answers, and whether somebody does right now. */
export function Header({ model, onTranscript }: { model: Model; onTranscript(): void }) {
  const texts = useTexts();
  const locale = useLocale();
  const { config } = model;
  const { live } = useStore(model.conversation);
  const { online: told } = useStore(model.panel);
  const online = live?.online ?? told;
  const agent = live?.chat?.agent;
  const faces = facesOf(config, agent?.id);
  return (
    <header class={`head ${config.look.header_align}`}>
      {faces.length > 0 && (
        <div class="faces">
          {faces.map((person) => (
            <Avatar key={person.id} name={person.name} url={person.avatar_url} />
          ))}
          {online !== null && <span class={`dot ${online ? 'on' : ''}`} />}
        </div>
      )}
      <div class="titles">
        <h2>{agent?.name ?? nameOf(config, { locale, texts })}</h2>
        {online !== null && <p>{online ? texts.online : <Absence hours={config.office_hours} />}</p>}
      </div>
      <Menu model={model} onTranscript={onTranscript} />
      <ToolButton icon="down" label={texts.close} onClick={model.close} />
    </header>
  );
}

/** Whoever has the chat, or those the owner shows. */
function facesOf({ people, look }: LoaderConfig, agentId: number | undefined) {
  if (!look.show_avatars) return [];
  const owner = people.filter(({ id }) => id === agentId);
  return (owner.length ? owner : people.filter(({ in_header }) => in_header)).slice(0, MOST_FACES);
}

/** Nobody is there; where the owner said when somebody will be, that too. */
function Absence({ hours }: { hours: LoaderConfig['office_hours'] }) {
  const texts = useTexts();
  const more = useDeferredParts(hours !== null);
  const now = new Date();
  const opensAt = more?.officeHours(hours, now)?.opensAt;
  return <>{opensAt ? texts.backAt(more.describeOpening(opensAt, now, texts.locale)) : texts.offline}</>;
}
