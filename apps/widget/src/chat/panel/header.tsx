import type { LoaderConfig } from '@parley/contract';
import { Avatar } from '../ui/avatar.tsx';
import { useDeferredParts } from '../ui/deferred.tsx';
import { findPerson, widgetName } from '../ui/owner-texts.ts';
import { useLocale, useTexts } from '../ui/texts.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import { useStore } from '../ui/use-store.ts';
import { Menu } from './menu.tsx';

const MAX_FACES = 3;

/** Who answers, and whether an agent is available. */
export function Header({ model, ...menu }: Parameters<typeof Menu>[0]) {
  const texts = useTexts();
  const locale = useLocale();
  const { config } = model;
  const { live } = useStore(model.conversation);
  const { online: loaderOnline } = useStore(model.panel);
  const online = live?.online ?? loaderOnline;
  const owner = live?.chat?.agent;
  // Others may be available when the owner of the chat is away.
  const agent = owner?.online || !online ? owner : undefined;
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
        <h2>{findPerson(config, agent?.id, locale)?.name ?? agent?.name ?? widgetName(config, { locale, texts })}</h2>
        {online !== null && <p>{online ? texts.online : <OfflineStatus hours={config.office_hours} />}</p>}
      </div>
      <Menu model={model} {...menu} />
      <ToolButton icon="down" label={texts.close} onClick={model.close} />
    </header>
  );
}

/** The assigned agent, or the agents the owner chose for the header. */
function facesOf({ people, look }: LoaderConfig, agentId: number | undefined) {
  if (!look.show_avatars || look.operators === 'none') return [];
  const assigned = people.filter(({ id }) => id === agentId);
  const others = look.operators === 'all' ? people.filter(({ in_header }) => in_header) : [];
  return (assigned.length ? assigned : others).slice(0, MAX_FACES);
}

/** That no agent is available and, with office hours, when one will be. */
function OfflineStatus({ hours }: { hours: LoaderConfig['office_hours'] }) {
  const texts = useTexts();
  const parts = useDeferredParts(hours !== null);
  const now = new Date();
  const opensAt = parts?.officeHours(hours, now)?.opensAt;
  return <>{opensAt ? texts.backAt(parts.describeOpening(opensAt, now, texts.locale)) : texts.offline}</>;
}
