import type { MessengerProvider } from '@parley/contract';
import type { ComponentChildren } from 'preact';
import type { Texts } from '../../locales/en.ts';
import type { Model } from '../model/model.ts';
import { useTexts } from '../ui/texts.ts';
import { follow, hasCode, isWeb, type Messenger } from './follow.ts';

interface MessengerLinkProps {
  model: Model;
  messenger: Messenger;
  class: string;
  /** Whether it shows no name. */
  isPicture?: boolean;
  onFollow?(): void;
  children: ComponentChildren;
}

export const nameOf = ({ names }: Texts['messengers'], provider: MessengerProvider) =>
  provider === 'custom' ? provider : names[provider];

/** A real link, so that it can be copied and opened as any other; a click adds the code. */
export function MessengerLink({ model, messenger, isPicture, onFollow, children, ...attributes }: MessengerLinkProps) {
  const { messengers } = useTexts();
  const { provider, link } = messenger;
  const name = nameOf(messengers, provider);
  return (
    <a
      {...attributes}
      href={link}
      target={isWeb(link) ? '_blank' : undefined}
      rel="noopener noreferrer"
      aria-label={isPicture ? messengers.continueIn(name) : undefined}
      title={isPicture ? name : undefined}
      onClick={(event) => {
        if (hasCode(messenger)) {
          event.preventDefault();
          void follow(model, messenger);
        }
        onFollow?.();
      }}
    >
      {children}
    </a>
  );
}
