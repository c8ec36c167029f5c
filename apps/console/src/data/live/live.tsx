import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session.ts';
import { type Desk, openDesk } from './connection.ts';
import type { IsNeeded } from './eviction.ts';
import { colleaguesQuery, connectionQuery, visitorsQuery } from './live-queries.ts';

const DeskContext = createContext<Desk | undefined>(undefined);

/** Connects whoever is signed in, anew in another widget. */
export function LiveProvider({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const { widget, agent } = useSession();
  const queryClient = useQueryClient();
  const [desk, setDesk] = useState<Desk>();
  useEffect(() => {
    const opened = openDesk(queryClient, { widgetId: widget.id, agentId: agent.id });
    setDesk(opened);
    return () => {
      opened.close();
      setDesk(undefined);
      queryClient.removeQueries({ queryKey: ['live'] });
    };
  }, [queryClient, widget.id, agent.id]);
  return desk ? <DeskContext value={desk}>{children}</DeskContext> : fallback;
}

export function useDesk(): Desk {
  const desk = use(DeskContext);
  if (!desk) throw new Error('useDesk outside of LiveProvider');
  return desk;
}

/** Keeps chats of which this is true known for as long as they are shown or counted. */
export function useNeeded(isNeeded: IsNeeded) {
  const desk = useDesk();
  const decide = useEffectEvent(isNeeded);
  useEffect(() => desk.hold((chat) => decide(chat)), [desk]);
}

/** Hears of every message of others as it arrives. */
export function useLiveMessages(listener: Parameters<Desk['onMessage']>[0]) {
  const desk = useDesk();
  const hear = useEffectEvent(listener);
  useEffect(() => desk.onMessage((...news) => hear(...news)), [desk]);
}

export function useConnection() {
  return useQuery(connectionQuery).data;
}

/** Who of the team is connected, and who takes a break. */
export function useColleagues() {
  return useQuery(colleaguesQuery).data;
}

/** Who is on the site, kept up to date while the screen is shown. */
export function useVisitors() {
  const desk = useDesk();
  useEffect(() => {
    desk.watch(true);
    return () => desk.watch(false);
  }, [desk]);
  return useQuery(visitorsQuery).data;
}
