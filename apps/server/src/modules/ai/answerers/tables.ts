import { fragment } from '../../../infra/postgres/sql.ts';

/** Operators who can answer in the widget of the settings `s`, as rows `id, is_external, assistant_id, is_default, is_usable`. */
export const ANSWERERS = fragment`
  SELECT a.id, x.agent_id IS NOT NULL AS is_external, o.assistant_id, coalesce(t.is_default, false) AS is_default,
    x.agent_id IS NOT NULL OR EXISTS (
      SELECT FROM ai_credentials c WHERE c.widget_id = a.widget_id AND c.is_active AND c.api_key IS NOT NULL
        AND (c.assistant_id IS NULL OR c.assistant_id = o.assistant_id)
        AND (c.operator_id IS NULL OR c.operator_id = a.id)
    ) AS is_usable
  FROM agents a JOIN ai_operators o ON o.widget_id = a.widget_id AND o.agent_id = a.id
  LEFT JOIN ai_assistants t ON t.widget_id = o.widget_id AND t.id = o.assistant_id
    AND t.enabled AND t.deleted_at IS NULL
  LEFT JOIN external_operators x ON x.widget_id = a.widget_id AND x.agent_id = a.id AND x.state = 'active'
  WHERE a.widget_id = s.widget_id AND a.status = 'active' AND (t.id IS NOT NULL OR x.agent_id IS NOT NULL)`;
