import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '../session.ts';
import { type LiveConnection, openConnection } from './connection.ts';
import type { RetainPredicate } from './eviction.ts';
import { colleaguesQuery, connectionQuery, visitorsQuery } from './live-queries.ts';

const LiveContext = createContext<LiveConnection | undefined>(undefined);

/** Connects the signed-in agent; reconnects after a switch of the widget. */
export function LiveProvider({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const { widget, agent } = useSession();
  const queryClient = useQueryClient();
  const [live, setLive] = useState<LiveConnection>();
  useEffect(() => {
    const opened = openConnection(queryClient, { widgetId: widget.id, agentId: agent.id });
    setLive(opened);
    return () => {
      opened.close();
      setLive(undefined);
      queryClient.removeQueries({ queryKey: ['live'] });
    };
  }, [queryClient, widget.id, agent.id]);
  return live ? <LiveContext value={live}>{children}</LiveContext> : fallback;
}

export function useLiveConnection(): LiveConnection {
  const live = use(LiveContext);
  if (!live) throw new Error('useLiveConnection outside of LiveProvider');
  return live;
}

/** Keeps matching chats in memory while mounted. */
export function useRetainedChats(isRetained: RetainPredicate) {
  const live = useLiveConnection();
  const decide = useEffectEvent(isRetained);
  useEffect(() => live.retain((chat) => decide(chat)), [live]);
}

/** Runs for every incoming message of others. */
export function useLiveMessages(listener: Parameters<LiveConnection['onMessage']>[0]) {
  const live = useLiveConnection();
  const onMessage = useEffectEvent(listener);
  useEffect(() => live.onMessage((...news) => onMessage(...news)), [live]);
}

/** Runs for what others do to chats. */
export function useLiveLog(listener: Parameters<LiveConnection['onLogEntry']>[0]) {
  const live = useLiveConnection();
  const onEntry = useEffectEvent(listener);
  useEffect(() => live.onLogEntry((...news) => onEntry(...news)), [live]);
}

export function useConnection() {
  return useQuery(connectionQuery).data;
}

/** Team members with their presence. */
export function useColleagues() {
  return useQuery(colleaguesQuery).data;
}

/** Visitors on the site, live while mounted. */
export function useVisitors() {
  const live = useLiveConnection();
  useEffect(() => {
    live.watch(true);
    return () => live.watch(false);
  }, [live]);
  return useQuery(visitorsQuery).data;
}
